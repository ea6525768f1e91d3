import type { Draft } from '../mapping/adapter.ts';
import { hash } from '../util/hash.ts';
import type { Store } from './store.ts';

/** The turn that goes on, as the last prompt began it. */
interface Turn {
  id: string;
  /** The turn that a person began: a follow-up goes on with it. */
  person: string;
  /** Of the prompt's text. */
  hash: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** However slow a machine, the hooks of one prompt have begun by then; in milliseconds. */
const together = 10_000;

/** Whether a prompt says a follow-up: of several hooks, one after the other. */
export const containsFollowUp = (prompt: string, followUp: string): boolean =>
  followUp !== '' && `\n${prompt}\n`.includes(`\n${followUp}`);

/**
 * Where turns begin. A turn is what the host calls one (Cursor's `generation_id`, where it is not
 * the session's id); else a prompt at its time (the Gemini family), else each prompt told.
 */
export function openTurns(
  store: Store,
  event: Draft,
  key: string,
  followUps: (turn: string) => string[],
) {
  const noted = () => store.read('turn') as Turn | undefined;
  const native = () =>
    event.turn && event.turn !== event.session ? String(event.turn) : undefined;
  const idOf = (prompt: string): string =>
    native() ?? hash(`${key} ${event.time ?? process.hrtime.bigint()} ${prompt}`);
  return {
    native,
    id: (): string | undefined => native() ?? noted()?.id,
    /** The last prompt that was noted. */
    noted: (): string | undefined => noted()?.id,
    person: (): string | undefined => noted()?.person,
    prompted(): void {
      const prompt = String(event.prompt ?? '');
      const last = noted();
      const text = hash(prompt);
      const id = idOf(prompt);
      if (last?.id === id) return; // another hook noted it
      const timed = native() !== undefined || event.time !== undefined;
      const own = last !== undefined && last.id !== last.person;
      if (!timed && own && last.hash === text && Date.now() - last.at < together) return;
      const goesOn = followUps(last?.id ?? '').some((followUp) =>
        containsFollowUp(prompt, followUp),
      );
      const person = goesOn ? (last?.person ?? '') : id;
      store.write('turn', { id, person, hash: text, at: Date.now() });
    },
  };
}
export type Turns = ReturnType<typeof openTurns>;
