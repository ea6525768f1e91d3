import { AnyhookError } from '../errors.ts';

/** A text that is replaced, once, by another. */
export interface Edit {
  old: string;
  new: string;
}

/** What a patch does to one file. */
export type Change =
  | { does: 'add'; path: string; content: string }
  | { does: 'delete'; path: string }
  | { does: 'edit'; path: string; edits: Edit[]; to?: string };

/** The files a patch changes, in its order: `*** Begin Patch` or a unified diff. Throws `tool`. */
export function readPatch(text: string): Change[] {
  const lines = new Lines(text);
  const changes = lines.next?.trim() === '*** Begin Patch' ? marked(lines) : unified(lines);
  return changes.length ? changes : lines.fail('it changes no file');
}

/** Lines of a text, without their ends. */
class Lines {
  readonly #all: string[];
  #at = 0;
  constructor(text: string) {
    this.#all = text.split(/\r?\n/);
    while (this.next !== undefined && !this.next.trim()) this.#at++;
    while (this.#all.length > this.#at && !this.#all.at(-1)?.trim()) this.#all.pop();
  }
  get next(): string | undefined {
    return this.#all[this.#at];
  }
  take(): string {
    return this.#all[this.#at++] ?? this.fail('it ends too early');
  }
  /** What stands behind a word at the beginning of the next line, which is taken. */
  after(word: string): string | undefined {
    return this.next?.startsWith(word) ? this.take().slice(word.length).trim() : undefined;
  }
  fail(why: string): never {
    throw new AnyhookError('tool', `the patch cannot be read: ${why} (line ${this.#at + 1})`);
  }
}

/** A hunk on its way: both sides of it. */
class Hunk {
  readonly #old: string[] = [];
  readonly #new: string[] = [];
  /** Whether the line is one of a hunk. */
  add(line: string): boolean {
    const [sign, text] = [line[0] ?? ' ', line.slice(1)];
    if (!' +-'.includes(sign)) return false;
    if (sign !== '+') this.#old.push(text);
    if (sign !== '-') this.#new.push(text);
    return true;
  }
  get sizes(): [number, number] {
    return [this.#old.length, this.#new.length];
  }
  get edit(): Edit {
    return { old: this.#old.join('\n'), new: this.#new.join('\n') };
  }
}

function marked(lines: Lines): Change[] {
  const changes: Change[] = [];
  lines.take();
  for (;;) {
    const added = lines.after('*** Add File:');
    const gone = added ?? lines.after('*** Delete File:');
    const path = gone ?? lines.after('*** Update File:');
    if (path === '') return lines.fail('a file has no name');
    if (added) {
      const content: string[] = [];
      while (lines.next?.[0] === '+') content.push(lines.take().slice(1));
      changes.push({
        does: 'add',
        path: added,
        content: content.map((one) => `${one}\n`).join(''),
      });
    } else if (gone) changes.push({ does: 'delete', path: gone });
    else if (path) {
      const to = lines.after('*** Move to:');
      changes.push({ does: 'edit', path, edits: markedHunks(lines), ...(to && { to }) });
    } else if (lines.take().trim() !== '*** End Patch') return lines.fail('a line is not known');
    else if (lines.next !== undefined) return lines.fail('something follows its end');
    else return changes;
  }
}

function markedHunks(lines: Lines): Edit[] {
  const edits: Edit[] = [];
  let hunk = new Hunk();
  const end = () => {
    if (hunk.sizes.some(Boolean)) edits.push(hunk.edit);
    hunk = new Hunk();
  };
  while (lines.next !== undefined) {
    if (lines.next.startsWith('@@') || lines.next.startsWith('*** End of File')) {
      end();
      lines.take();
    } else if (hunk.add(lines.next)) lines.take();
    else break;
  }
  end();
  return edits;
}

const preamble =
  /^(?:diff |index |Index: |=+$|(?:old|new|create|deleted) (?:file )?mode |(?:dis)?similarity index |copy )/;

function unified(lines: Lines): Change[] {
  const changes: Change[] = [];
  let moved: string | undefined;
  while (lines.next !== undefined) {
    const from = lines.after('--- ');
    if (from !== undefined) {
      const to = lines.after('+++ ') ?? lines.fail('a file has no new name');
      changes.push(change(lines, from, to));
      moved = undefined;
    } else if (lines.next.startsWith('rename from ')) moved = lines.after('rename from ');
    else if (lines.next.startsWith('rename to ')) {
      const to = lines.after('rename to ');
      if (!moved || !to) return lines.fail('a file is renamed to nothing');
      changes.push({ does: 'edit', path: moved, edits: [], to });
    } else if (!lines.next.trim() || preamble.test(lines.next)) lines.take();
    else return lines.fail('a line is not known');
  }
  return changes;
}

function change(lines: Lines, from: string, to: string): Change {
  const [old, now] = [from, to].map((name) => name.split('\t', 1)[0] as string) as [string, string];
  const git = old === nothing || now === nothing || old.slice(2) === now.slice(2);
  const bare = (name: string, sign: string) =>
    git && name.startsWith(sign) ? name.slice(sign.length) : name;
  const [path, target] = [bare(old, 'a/'), bare(now, 'b/')];
  if (!path || !target || `${path}${target}`.includes('"')) return lines.fail('a file has no name');
  const edits = hunks(lines);
  if (target === nothing) return { does: 'delete', path };
  if (path !== nothing)
    return { does: 'edit', path, edits, ...(path !== target && { to: target }) };
  return { does: 'add', path: target, content: `${edits.map((one) => one.new).join('\n')}\n` };
}

const nothing = '/dev/null';
const counts = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** How long a hunk is, its head says: one of its lines may look like another head. */
function hunks(lines: Lines): Edit[] {
  const edits: Edit[] = [];
  while (lines.next?.startsWith('@@')) {
    const head = counts.exec(lines.take()) ?? lines.fail('a hunk has no size');
    const [old, now] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
    const hunk = new Hunk();
    while (hunk.sizes[0] < old || hunk.sizes[1] < now) {
      const line = lines.take();
      if (line[0] !== '\\' && !hunk.add(line)) return lines.fail('a hunk is too short');
    }
    if (hunk.sizes[0] > old || hunk.sizes[1] > now) return lines.fail('a hunk is too long');
    if (lines.next?.[0] === '\\') lines.take(); // no newline at the end of the file
    edits.push(hunk.edit);
  }
  return edits;
}
