import type { Draft } from '../mapping/adapter.ts';
import { hash } from '../util/hash.ts';
import type { Store } from './store.ts';

/** The turn of the prompt that was noted last, as the file `turn` has it. */
interface Turn {
  id: string;
  /** Id of the last turn that a prompt of a person began: `id`, unless a follow-up began this turn. */
  person: string;
  /** Hash of the prompt's text. */
  hash: string;
  /** When the prompt was noted, in milliseconds since 1970. */
  at: number;
}

/**
 * Milliseconds in which all hooks of one prompt have started, also on a slow machine. Where the host
 * states neither turns nor times, a follow-up that was noted and comes again within this time comes from
 * another hook of the same prompt. After this time it is a new prompt.
 */
const samePromptTime = 10_000;

/** Tells whether a line of a prompt begins with the follow-up. Hosts may join several follow-ups to one prompt. */
export const containsFollowUp = (prompt: string, followUp: string): boolean =>
  followUp !== '' && `\n${prompt}\n`.includes(`\n${followUp}`);

/**
 * Opens the turns of a session. The id of a turn is the id that the host states (Cursor's
 * `generation_id`, unless that is the session's id). Where the host states none, the id is a hash of the
 * prompt and its time (the Gemini family). Where the host states no time either, each prompt that is
 * noted begins a turn.
 *
 * @param key The key of the session.
 * @param followUpsOf Returns the follow-ups that hooks asked for in the turn of an id.
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
    /** Returns the id that the host states for the turn of this event. Undefined: it states none. */
    nativeId,
    /** Returns the id of the current turn. Undefined: the host states none, and no prompt was noted. */
    id: (): string | undefined => nativeId() ?? readTurn()?.id,
    /** Returns the id of the turn that the last noted prompt began. Undefined: no prompt was noted. */
    notedTurnId: (): string | undefined => readTurn()?.id,
    /** Returns the id of the last noted turn that a prompt of a person began. Undefined: no prompt was noted. */
    personTurnId: (): string | undefined => readTurn()?.person,
    /**
     * Notes the prompt of this event as the beginning of a turn, unless another hook of the same prompt
     * has noted it. If a hook asked for the prompt as a follow-up, the turn is not one that a person began.
     */
    notePrompt(): void {
      const prompt = String(event.prompt ?? '');
      const last = readTurn();
      const promptHash = hash(prompt);
      const id = idOf(prompt);
      if (last?.id === id) return;
      // A stated turn or time gives all hooks of one prompt the same id, which was compared above.
      const isIdShared = nativeId() !== undefined || event.time !== undefined;
      const wasFollowUp = last !== undefined && last.id !== last.person;
      if (!isIdShared && wasFollowUp && last.hash === promptHash)
        if (Date.now() - last.at < samePromptTime) return;
      const isFollowUp = followUpsOf(last?.id ?? '').some((followUp) =>
        containsFollowUp(prompt, followUp),
      );
      const person = isFollowUp ? (last?.person ?? '') : id;
      store.write('turn', { id, person, hash: promptHash, at: Date.now() });
    },
  };
}
export type Turns = ReturnType<typeof openTurns>;
