import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Draft, Json } from '../adapter.ts';
import { isObject } from '../equal.ts';
import { fingerprint, hash } from '../hash.ts';
import { appendLine, ownFolder, privateFolder, readPrivate } from './private.ts';

/** One thing remembered. */
type Line =
  | { k: 'field'; name: string; value?: unknown }
  | { k: 'prompt'; id: string; own: boolean } // `own`: it is a follow-up, and nobody's prompt
  | { k: 'told'; hook: string } // of what happens many times a prompt
  | { k: 'halt'; reason: string }
  | { k: 'context'; id: string } // its text is in a file of its own, for one to take
  | Follow;

/** A follow-up some hook asked for at a stop. */
interface Follow {
  k: 'follow';
  hook: string;
  prompt: string;
  text: string;
  size: number;
  length: number;
  hash: string;
}

export interface Session {
  /** Whether there may be anything to recall. */
  known(): boolean;
  recall(name: string): unknown;
  remember(name: string, value: unknown): boolean;
  /** Every variable that hooks asked for. */
  env(): Record<string, string>;
  /** Notes a prompt. */
  prompted(): void;
  /** The last prompt, as an id. */
  turn(): string | undefined;
  /** Whether this hook was told since the last prompt; from now on it was. */
  told(): boolean;
  /** Milliseconds since the call of this event was noted. */
  duration(): number | undefined;
  start(): void;
  /** False: it could not be noted. */
  halt(reason: string): boolean;
  /** Why everything has to stop until a person says more. */
  halted(): string | undefined;
  /** Keeps context for an event that can take it. */
  keep(context: string): boolean;
  /** What was kept, given to one process only. */
  take(): string;
  /** Follow-ups this hook asked for since the last prompt of a person. */
  follows(): number;
  /** Notes one more. False: it could not be noted, so it must not be asked for. */
  follow(text: string): boolean;
  forget(): void;
}

/** Why something is forgotten. */
export const unkept = 'nothing can be kept in ~/.anyhook/state';

/** The most that is read of a session, and remembered of one thing. */
const most = { session: 8 * 1024 * 1024, line: 1024 * 1024 };
/** However a loop looks from outside, it ends. */
const endOfLoops = 50;
const day = 24 * 3600 * 1000;

/** Sessions that never said they ended. Looked for once a day. */
function sweep(folder: string): void {
  const now = Date.now();
  const mark = `${folder}/swept`;
  if ((lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0) > now - day) return;
  appendLine(mark, '');
  try {
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`;
      const old = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (old < now - 7 * day) rmSync(path, { force: true });
    }
  } catch {
    // Another process sweeps as well.
  }
}

/**
 * What one session must remember between two hook processes: append-only lines in a private file
 * named by a hash. Opened only when asked.
 */
export function openSession(host: string, event: Draft, hook: string): Session {
  let lines: Line[] | undefined;
  const own = ownFolder();
  const folder = own && `${own}/state`;
  // Without an id, every session would be the same.
  const key = event.session ? JSON.stringify([host, event.cwd ?? '', event.session]) : '';
  const path = folder && key ? `${folder}/${hash(key)}.jsonl` : '';
  // Others may look into ours, and not into this one.
  const safe = () =>
    path !== '' && privateFolder(own as string, 0o022) && privateFolder(folder as string);
  const known = () => path !== '' && existsSync(path);
  const read = (): Line[] => {
    lines ??= known() && safe() ? parse(readPrivate(path, most.session) ?? '') : [];
    return lines;
  };
  const add = (line: Line): boolean => {
    const json = JSON.stringify(line);
    if (json.length > most.line || !safe()) return false;
    if (!known()) sweep(dirname(path));
    lines = undefined;
    // Another's half line ends before it.
    return appendLine(path, `\n${json}`);
  };
  const all = <K extends Line['k']>(k: K, among = read()) =>
    among.filter((line): line is Extract<Line, { k: K }> => line.k === k);
  const recall = (name: string) => all('field').findLast((line) => line.name === name)?.value;
  const since = (person: boolean): Line[] => {
    const at = read().findLastIndex((line) => line.k === 'prompt' && !(person && line.own));
    return read().slice(at + 1);
  };
  const text = (name: string): string => String(event[name] ?? '');
  // Some hosts give a retry the follow-up as its prompt: it belongs to the prompt before it.
  const origin = (among: readonly Follow[]): string => {
    const asked = hash(text('prompt'));
    return among.find((line) => line.text === asked)?.prompt ?? asked;
  };
  const kept = (id: string) => `${path}.${id}`;
  const call = () => `start ${fingerprint(event)}`;
  const now = () => Date.parse(text('time')) || Date.now();

  return {
    known,
    recall,
    remember: (name, value) =>
      add({ k: 'field', name, value }) || (add({ k: 'field', name }) && false),
    env() {
      const out: Record<string, string> = {};
      for (const { name, value } of all('field')) {
        for (const [key, text] of name === 'env' ? Object.entries((value ?? {}) as Json) : []) {
          if (/^[^=\0]+$/.test(key) && typeof text === 'string' && !text.includes('\0')) {
            out[key] = text;
          }
        }
      }
      return out;
    },
    prompted() {
      const id = hash(`${key} ${text('time')} ${text('prompt')}`);
      if (all('prompt').some((line) => line.id === id)) return; // another hook noted it
      const prompt = text('prompt');
      // Of several hooks, one after the other.
      const isOne = ({ size, text }: Follow) =>
        (hash(prompt.slice(0, size)) === text && '\n'.includes(prompt.charAt(size))) ||
        (hash(prompt.slice(-size)) === text && prompt.at(-size - 1) === '\n');
      add({ k: 'prompt', id, own: all('follow', since(true)).some(isOne) });
    },
    turn: () => all('prompt').at(-1)?.id,
    told() {
      if (!all('prompt').length) return false; // nobody tells us when one begins
      const id = hash(hook);
      if (all('told', since(false)).some((line) => line.hook === id)) return true;
      add({ k: 'told', hook: id });
      return false;
    },
    start: () => void add({ k: 'field', name: call(), value: now() }),
    duration() {
      const at = recall(call());
      return typeof at === 'number' ? Math.max(0, now() - at) : undefined;
    },
    halt: (reason) => add({ k: 'halt', reason: reason.slice(0, 10_000) }),
    halted: () => all('halt', since(true)).at(-1)?.reason,
    keep(context) {
      const id = hash(`${context} ${process.pid} ${process.hrtime.bigint()}`);
      return safe() && appendLine(kept(id), context) && add({ k: 'context', id });
    },
    take() {
      const texts: string[] = [];
      for (const { id } of all('context')) {
        const mine = `${kept(id)}.taken`;
        try {
          if (!existsSync(kept(id))) continue;
          renameSync(kept(id), mine); // one process can
          texts.push((readPrivate(mine, most.line) ?? '').trimEnd());
          rmSync(mine);
        } catch {
          // Another took it.
        }
      }
      return texts.filter(Boolean).join('\n');
    },
    follows() {
      const asked = all('follow', since(true)).filter((line) => line.hook === hook);
      const last = asked.at(-1);
      if (!last || last.prompt !== origin(asked)) return 0;
      const count = asked.filter((line) => line.prompt === last.prompt).length;
      // A retry's response begins with the response before it; the retry flag alone is lost as
      // soon as the retry calls a tool.
      const response = text('response');
      const again = event.retry === true || hash(response.slice(0, last.length)) === last.hash;
      return again || count >= endOfLoops ? count : 0;
    },
    follow(said) {
      const response = text('response');
      return add({
        k: 'follow',
        hook,
        prompt: origin(all('follow')),
        text: hash(said),
        size: said.length,
        length: response.length,
        hash: hash(response),
      });
    },
    forget() {
      if (!known()) return;
      for (const { id } of all('context')) rmSync(kept(id), { force: true });
      rmSync(path, { force: true });
    },
  };
}

function parse(text: string): Line[] {
  const lines: Line[] = [];
  for (const line of text.split('\n')) {
    try {
      const value: unknown = line && JSON.parse(line);
      if (isObject(value)) lines.push(value as Line);
    } catch {
      // Half a line, from a process that was killed.
    }
  }
  return lines;
}
