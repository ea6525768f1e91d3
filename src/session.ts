import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Draft } from './adapter.ts';
import { appendLine, ownFolder, privateFolder, readPrivate } from './private.ts';

/** One thing remembered. `follow`: a follow-up some hook asked for at a stop. */
type Line = { k: 'field'; name: string; value: unknown } | Follow;
interface Follow {
  k: 'follow';
  hook: string;
  prompt: string;
  text: string;
  length: number;
  hash: string;
}

export interface Session {
  recall(name: string): unknown;
  remember(name: string, value: unknown): boolean;
  /** Follow-ups this hook asked for since the last prompt of a person. */
  follows(): number;
  /** Notes one more. False: it could not be noted, so it must not be asked for. */
  follow(text: string): boolean;
  forget(): void;
}

const most = 1024 * 1024;
/** However a loop looks from outside, it ends. */
const endOfLoops = 50;

/** Sessions that never said they ended. */
function sweep(folder: string): void {
  const old = Date.now() - 7 * 24 * 3600 * 1000;
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (lstatSync(path).mtimeMs < old) rmSync(path, { force: true });
    }
  } catch {
    // Another process sweeps as well.
  }
}

/**
 * What one session must remember between two hook processes: append-only lines in a private file
 * named by a hash. Opened only when asked. `hash` is sha-256 in hex.
 */
export function openSession(
  host: string,
  event: Draft,
  hook: string,
  hash: (text: string) => string,
): Session {
  let lines: Line[] | undefined;
  let path: string | undefined;
  const file = (): string | undefined => {
    if (path !== undefined) return path;
    const own = ownFolder();
    const folder = own && join(own, 'state');
    if (!own || !folder || !privateFolder(own) || !privateFolder(folder)) return undefined;
    const key = JSON.stringify([host, event.cwd ?? '', event.session ?? '']);
    path = join(folder, `${hash(key)}.jsonl`);
    return path;
  };
  const read = (): Line[] => {
    const at = file();
    lines ??= at ? parse(readPrivate(at, most) ?? '') : [];
    return lines;
  };
  const add = (line: Line): boolean => {
    const at = file();
    if (at !== undefined && !read().length) sweep(dirname(at));
    lines = undefined;
    return at !== undefined && appendLine(at, JSON.stringify(line));
  };
  const text = (name: string): string => String(event[name] ?? '');
  // Some hosts give a retry the follow-up as its prompt: it belongs to the prompt before it.
  const origin = (known: readonly Follow[]): string => {
    const own = hash(text('prompt'));
    return known.find((line) => line.text === own)?.prompt ?? own;
  };

  return {
    recall: (name) =>
      read().reduce<unknown>(
        (value, line) => (line.k === 'field' && line.name === name ? line.value : value),
        undefined,
      ),
    remember: (name, value) => add({ k: 'field', name, value }),
    follows() {
      const own = sincePrompt(read(), hash).filter((line) => line.hook === hook);
      const last = own.at(-1);
      if (!last || last.prompt !== origin(own)) return 0;
      const asked = own.filter((line) => line.prompt === last.prompt).length;
      // A retry's response begins with the response before it; the retry flag alone is lost as
      // soon as the retry calls a tool.
      const response = text('response');
      const again = event.retry === true || hash(response.slice(0, last.length)) === last.hash;
      return again || asked >= endOfLoops ? asked : 0;
    },
    follow: (said) => {
      const response = text('response');
      return add({
        k: 'follow',
        hook,
        prompt: origin(follows(read())),
        text: hash(said),
        length: response.length,
        hash: hash(response),
      });
    },
    forget() {
      const at = file();
      if (at) rmSync(at, { force: true });
    },
  };
}

const follows = (lines: readonly Line[]): Follow[] => lines.filter((line) => line.k === 'follow');

/** Follow-ups since a person last said something; a prompt that is a follow-up is nobody's. */
function sincePrompt(lines: readonly Line[], hash: (text: string) => string): Follow[] {
  const asked = new Set(follows(lines).map((line) => line.text));
  const at = lines.findLastIndex(
    (line) => line.k === 'field' && line.name === 'prompt' && !asked.has(hash(String(line.value))),
  );
  return follows(lines.slice(at + 1));
}

function parse(text: string): Line[] {
  const lines: Line[] = [];
  for (const line of text.split('\n')) {
    try {
      if (line) lines.push(JSON.parse(line) as Line);
    } catch {
      // Half a line, from a process that was killed.
    }
  }
  return lines;
}
