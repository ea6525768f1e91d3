import { AnyhookError } from '../errors.ts';
import type { Runtime } from '../mapping/adapter.ts';

/** The part of a vendor's runtime that says which variables it replaces in a command line. */
export type Substitution = Pick<Runtime, 'commandVariables' | 'aliases' | 'substitutesSettings'>;
type Env = Readonly<Record<string, string | undefined>>;

/** A reference `$NAME`, `${NAME}` or `${NAME:-DEFAULT}` in settings of the Gemini family. */
interface Reference {
  /** Index behind the reference. */
  end: number;
  name: string;
  /** The text behind `:-`, which is put in if there is no such variable. */
  defaultValue?: string;
}

const wordPattern = /\w+/y;

/**
 * Reads the reference that begins with the `$` at an index.
 *
 * @param findBrace Returns the index of the next closing brace, or -1.
 * @returns undefined if the `$` stands for itself.
 */
function readReference(
  text: string,
  at: number,
  findBrace: (from: number) => number,
): Reference | undefined {
  wordPattern.lastIndex = at + 1;
  const [name] = wordPattern.exec(text) ?? [];
  if (name) return { end: wordPattern.lastIndex, name };
  if (text[at + 1] !== '{') return undefined;
  const end = findBrace(at + 2);
  if (end < at + 3) return undefined; // there is no brace, or no name
  const inside = text.slice(at + 2, end);
  const mark = inside.indexOf(':-', 1);
  if (mark < 0) return { end: end + 1, name: inside };
  return { end: end + 1, name: inside.slice(0, mark), defaultValue: inside.slice(mark + 2) };
}

/**
 * Generates the references of a text, each with its index. A brace that was found is remembered until
 * the search is past it, so that a text with many `${` takes no more than linear time.
 */
function* generateReferences(text: string): Generator<[start: number, Reference]> {
  let brace = 0; // index of the last one found; -1: there are no more
  const findBrace = (from: number) => {
    if (brace >= 0 && brace < from) brace = text.indexOf('}', from);
    return brace;
  };
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    const reference = readReference(text, at, findBrace);
    if (!reference) continue;
    yield [at, reference];
    at = reference.end - 1;
  }
}

/** Returns the value of a reference. Undefined: there is none, and the reference stays in the text. */
const resolveReference = ({ name, defaultValue }: Reference, env: Env): string | undefined =>
  Object.hasOwn(env, name) ? env[name] : defaultValue;

/**
 * Replaces the references in a text of the settings as Gemini CLI 0.61.0 does.
 *
 * @param paste Receives each value that is put in, from left to right with the pieces for `literal`, and
 *   returns the text for its place. Absent: the value itself.
 * @param literal Receives each piece of the text that stays, and returns the text for its place. Absent:
 *   the piece itself.
 */
export function resolveVariables(
  text: string,
  env: Env,
  paste = (value: string, _name: string): string => value,
  literal = (piece: string): string => piece,
): string {
  let out = '';
  let done = 0; // index up to which the text is in `out`
  for (const [start, reference] of generateReferences(text)) {
    const { end, name } = reference;
    out += literal(text.slice(done, start));
    const value = resolveReference(reference, env);
    out += value === undefined ? literal(text.slice(start, end)) : paste(value, name);
    done = end;
  }
  return out + literal(text.slice(done));
}

/**
 * Quotes the value of one of the vendor's own variables for bash as Gemini CLI 0.61.0 does, with
 * shell-quote 1.8.
 */
function quoteValue(value: string): string {
  if (/["\s\\]/.test(value) && !value.includes("'")) return `'${value}'`;
  if (/["'\s]/.test(value)) return `"${value.replace(/(["\\$`!])/g, '\\$1')}"`;
  return value.replace(/([A-Za-z]:)?([#!"$&'()*,:;<=>?@[\\\]^`{|}])/g, '$1\\$2');
}

/**
 * How a shell reads a character at some place of a line, as far as quoting and comments decide it. `ansi`:
 * inside `$'…'`.
 */
type ShellState = 'plain' | 'single' | 'double' | 'ansi' | 'comment' | 'unknown';

/**
 * Makes a reader that follows the quoting of a shell. `feed` reads on and returns the text it was given;
 * `state` returns the state behind all text read so far. The state is `unknown` from the first construct
 * on that only a whole shell parser could follow, such as a backtick or a here-document, and everywhere
 * in a line with `case`.
 *
 * @param line The line to be read, without the values that are put into it.
 */
export function followShell(line: string) {
  const stack: ShellState[] = ['plain']; // what is open: quotes, a comment, or `(` as another `plain`
  let isLost = /\bcase\b/.test(line);
  let isEscaped = false; // by the backslash just read
  let previous = ' ';
  const top = () => stack[stack.length - 1] as ShellState;
  const step = (char: string) => {
    const state = top();
    const before = previous;
    previous = char;
    if (isEscaped) {
      isEscaped = false;
      previous = 'x'; // any character without a meaning to a shell
    } else if (state === 'comment') {
      if (char === '\n') stack.pop();
    } else if (state === 'single') {
      if (char === "'") stack.pop();
    } else if (char === '\\') isEscaped = true;
    else if (state === 'ansi') {
      if (char === "'") stack.pop();
    } else if (char === '`' || (char === '{' && before === '$')) isLost = true;
    else if (char === '(' && (state === 'plain' || before === '$')) stack.push('plain');
    else if (char === '"') state === 'double' ? stack.pop() : stack.push('double');
    else if (state === 'double') return;
    else if (char === "'") stack.push(before === '$' ? 'ansi' : 'single');
    else if (char === ')' && stack.length > 1) stack.pop();
    else if (char === '#' && /[\s;|&()]/.test(before)) stack.push('comment');
    else if (char === '<' && before === '<') isLost = true; // a here-document or a here-string
  };
  return {
    feed(text: string): string {
      for (const char of text) step(char);
      return text;
    },
    state: (): ShellState => (isLost || isEscaped ? 'unknown' : top()),
  };
}

/** Characters that make a shell run a part of a value as code, by the state where the value is put in. */
const unsafeIn: Record<ShellState, RegExp> = {
  plain: /(?!)/, // nothing is refused: the author of the line wants the value's words in the command
  comment: /\n/,
  single: /'/,
  double: /["`]|\$\(|\\$/,
  ansi: /['\\]/,
  unknown: /["'`$()\\;|&<>\n]/,
};
/**
 * Characters of a value that is put in with quotes around it, which may end quotes of the line: they make
 * a shell run a part of the value as code.
 */
const unsafeQuoted = /["`$\\;|&<>()\n]/;

/**
 * Replaces variables in a shell line exactly as the vendor's client does before it starts the shell.
 * Throws `line` if a shell would run a part of a value as code.
 *
 * 1. If the client treats the line as it treats its other settings (`substitutesSettings`), references
 *    to all variables of its environment are replaced.
 * 2. Then the variables that it sets for hooks are replaced (`commandVariables`), with their values quoted.
 *
 * @param client The environment of the client.
 * @param hook The environment of the hook.
 */
export function substituteVariables(
  line: string,
  runtime: Substitution,
  client: Env,
  hook: Env,
): string {
  if (!line.includes('$')) return line;
  const refuse = (name: string): never => {
    throw new AnyhookError(
      'line',
      `$${name} in the command would run as shell code: read it in the script, or take it out of the quotes`,
    );
  };
  let text = line;
  if (runtime.substitutesSettings) {
    const { feed, state } = followShell(line);
    const paste = (value: string, name: string) =>
      feed(unsafeIn[state()].test(value) ? refuse(name) : value);
    text = resolveVariables(line, client, paste, feed);
  }
  for (const name of runtime.commandVariables) {
    const value = hook[runtime.aliases?.[name] ?? name];
    if (value === undefined || !text.includes(`$${name}`)) continue;
    const { feed, state } = followShell(text);
    const quoted = quoteValue(value);
    const [first = '', ...later] = text.split(`$${name}`);
    text = feed(first);
    for (const part of later) {
      const unsafe = state() === 'comment' ? unsafeIn.comment : unsafeQuoted;
      if (state() !== 'plain' && unsafe.test(value)) refuse(name);
      text += feed(quoted) + feed(part);
    }
  }
  return text;
}
