import type { Draft } from '../mapping/adapter.ts';
import { hash } from '../util/hash.ts';
import type { Store } from './store.ts';

/** The current turn of a session, as it is kept in the file `turn` when its prompt is noted. */
interface Turn {
  id: string;
  /** Id of the last turn that a prompt of a person began. A follow-up keeps that id. */
  person: string;
  /** Hash of the prompt's text. */
  hash: string;
  /** When the prompt was noted, in milliseconds since 1970. */
  at: number;
}

/**
 * Where a host states neither turns nor times, a prompt that is equal to the follow-up noted last counts
 * as that follow-up within this time, in milliseconds: by then all hooks of one prompt have started,
 * also on a slow machine.
 */
const samePromptTime = 10_000;

/** Tells whether a prompt has the follow-up in it, at the beginning of a line: hosts may join several. */
export const containsFollowUp = (prompt: string, followUp: string): boolean =>
  followUp !== '' && `\n${prompt}\n`.includes(`\n${followUp}`);

/**
 * Opens the turns of a session. The id of a turn is the one that the host states (Cursor's
 * `generation_id`, where it is not the session's id). Where the host states none, it is a hash of the
 * prompt and its time (the Gemini family). Without a time, each prompt that is noted begins a turn.
 *
 * @param key The key of the session.
 * @param followUpsOf Returns the follow-ups that hooks asked for in a turn.
 */
export function openTurns(
  store: Store,
  event: Draft,
  key: string,
  followUpsOf: (turn: string) => string[],
) {
  const readTurn = () => store.read('turn') as Turn | undefined;
  const nativeId = () =>
    event.turn && event.turn !== event.session ? String(event.turn) : undefined;
  const idOf = (prompt: string): string =>
    nativeId() ?? hash(`${key} ${event.time ?? process.hrtime.bigint()} ${prompt}`);
  return {
    /** The id of the turn that the host states. */
    nativeId,
    /** The id of the current turn; undefined where the host states none and no prompt was noted. */
    id: (): string | undefined => nativeId() ?? readTurn()?.id,
    /** The id of the turn that the last noted prompt began. */
    notedTurnId: (): string | undefined => readTurn()?.id,
    /** The id of the last noted turn that a prompt of a person began. */
    personTurnId: (): string | undefined => readTurn()?.person,
    /** Notes the prompt of this event, unless another hook of the same prompt has noted it. */
    notePrompt(): void {
      const prompt = String(event.prompt ?? '');
      const last = readTurn();
      const text = hash(prompt);
      const id = idOf(prompt);
      if (last?.id === id) return;
      const isTimed = nativeId() !== undefined || event.time !== undefined;
      const isFollowUp = last !== undefined && last.id !== last.person;
      if (!isTimed && isFollowUp && last.hash === text && Date.now() - last.at < samePromptTime)
        return;
      const continues = followUpsOf(last?.id ?? '').some((followUp) =>
        containsFollowUp(prompt, followUp),
      );
      const person = continues ? (last?.person ?? '') : id;
      store.write('turn', { id, person, hash: text, at: Date.now() });
    },
  };
}
export type Turns = ReturnType<typeof openTurns>;
