import { AnyhookError } from '../errors.ts';
import type { Runtime } from '../mapping/adapter.ts';

/** The part of a vendor's runtime that says which variables it replaces in a command line. */
export type Substitution = Pick<Runtime, 'commandVariables' | 'aliases' | 'substitutesSettings'>;
type Env = Readonly<Record<string, string | undefined>>;

/** A reference `$NAME`, `${NAME}` or `${NAME:-DEFAULT}` in settings of the Gemini family. */
interface Reference {
  /** Index behind the reference. */
  end: number;
  /** Empty: the text between the last reference and the end. */
  name: string;
  otherwise?: string;
}

const wordPattern = /\w+/y;

/**
 * Reads the reference at a `$`; undefined: the sign stands for itself.
 *
 * @param braceFrom Returns the index of the next closing brace, or -1.
 */
function referenceAt(text: string, at: number, braceFrom: (from: number) => number) {
  wordPattern.lastIndex = at + 1;
  const [name] = wordPattern.exec(text) ?? [];
  if (name) return { end: wordPattern.lastIndex, name };
  if (text[at + 1] !== '{') return undefined;
  const end = braceFrom(at + 2);
  if (end < at + 3) return undefined;
  const inside = text.slice(at + 2, end);
  const mark = inside.indexOf(':-', 1);
  if (mark < 0) return { end: end + 1, name: inside };
  return { end: end + 1, name: inside.slice(0, mark), otherwise: inside.slice(mark + 2) };
}

/**
 * Generates the references of a text, each with the text before it. A closing brace is searched once,
 * so that a text with many `${` takes no more than linear time.
 */
function* generateReferences(text: string): Generator<[before: string, Reference]> {
  let from = 0;
  let closing = 0;
  const braceFrom = (at: number) => {
    if (closing >= 0 && closing < at) closing = text.indexOf('}', at);
    return closing;
  };
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    const found = referenceAt(text, at, braceFrom);
    if (!found) continue;
    yield [text.slice(from, at), found];
    from = found.end;
    at = from - 1;
  }
  if (from < text.length) yield [text.slice(from), { end: text.length, name: '' }];
}

/** Returns the value of a reference; undefined: the reference stays in the text. */
const resolveReference = ({ name, otherwise }: Reference, env: Env): string | undefined =>
  Object.hasOwn(env, name) ? env[name] : otherwise;

/**
 * Replaces the references in a text of the settings as Gemini CLI 0.61.0 does.
 *
 * @param paste Returns what is put in for the value of a variable.
 * @param literal Returns what is put in for text between references.
 */
export function resolveVariables(
  text: string,
  env: Env,
  paste = (value: string, _name: string): string => value,
  literal = (between: string): string => between,
): string {
  let out = '';
  let at = 0;
  for (const [before, found] of generateReferences(text)) {
    out += literal(before);
    at += before.length;
    const value = found.name && resolveReference(found, env);
    const whole = text.slice(at, found.name ? found.end : at);
    out += found.name && value !== undefined ? paste(value, found.name) : literal(whole);
    at = found.end;
  }
  return out;
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
 * The quoting state of a shell at a place of a line, as far as it decides what a value does there.
 * `ansi`: inside `$'…'`; `odd`: not known.
 */
type ShellState = 'plain' | 'single' | 'double' | 'ansi' | 'comment' | 'odd';

/**
 * Makes a reader that follows the quoting of a shell along a line. Its state is `odd` from the first
 * construct on that only a whole shell parser could follow, such as a here-document or `case`.
 */
function followShell(line: string) {
  const stack: ShellState[] = ['plain'];
  let isLost = /\bcase\b/.test(line);
  let escaping = false;
  let last = ' ';
  const top = () => stack[stack.length - 1] as ShellState;
  const step = (char: string) => {
    const where = top();
    const after = last;
    last = char;
    if (escaping) {
      escaping = false;
      last = 'x';
    } else if (where === 'comment') {
      if (char === '\n') stack.pop();
    } else if (where === 'single') {
      if (char === "'") stack.pop();
    } else if (char === '\\') escaping = true;
    else if (where === 'ansi') {
      if (char === "'") stack.pop();
    } else if (char === '`' || (char === '{' && after === '$')) isLost = true;
    else if (char === '(' && (where === 'plain' || after === '$')) stack.push('plain');
    else if (char === '"') where === 'double' ? stack.pop() : stack.push('double');
    else if (where === 'double') return;
    else if (char === "'") stack.push(after === '$' ? 'ansi' : 'single');
    else if (char === ')' && stack.length > 1) stack.pop();
    else if (char === '#' && /[\s;|&()]/.test(after)) stack.push('comment');
    else if (char === '<' && after === '<') isLost = true; // a here-document or a here-string
  };
  return {
    feed(text: string): string {
      for (const char of text) step(char);
      return text;
    },
    where: (): ShellState => (isLost || escaping ? 'odd' : top()),
  };
}

/** Characters by which a value would run as code, by the state of the shell where it is put in. */
const unsafeIn: Record<ShellState, RegExp> = {
  plain: /(?!)/, // the line means it as words of a command
  comment: /\n/,
  single: /'/,
  double: /["`]|\$\(|\\$/,
  ansi: /['\\]/,
  odd: /["'`$()\\;|&<>\n]/,
};
/**
 * Characters by which a value would run as code that is put in with quotes of its own, which may end
 * the quotes it stands in.
 */
const unsafeQuoted = /["`$\\;|&<>()\n]/;

/**
 * Replaces variables in a shell line exactly as the vendor's client does before it starts the shell:
 * first all of its own environment, as in its other settings, then the variables that it sets for
 * hooks. Throws `line` where a value would run as code.
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
      `$${name} in the command would be run where it stands: read it in the script, or take it out of the quotes`,
    );
  };
  let text = line;
  if (runtime.substitutesSettings) {
    const { feed, where } = followShell(line);
    const paste = (value: string, name: string) =>
      feed(unsafeIn[where()].test(value) ? refuse(name) : value);
    text = resolveVariables(line, client, paste, feed);
  }
  for (const name of runtime.commandVariables) {
    const value = hook[runtime.aliases?.[name] ?? name];
    if (value === undefined || !text.includes(`$${name}`)) continue;
    const { feed, where } = followShell(text);
    const paste = quoteValue(value);
    const [first = '', ...rest] = text.split(`$${name}`);
    text = feed(first);
    for (const part of rest) {
      const at = where();
      const unsafe = at === 'comment' ? /\n/ : unsafeQuoted;
      if (at !== 'plain' && unsafe.test(value)) refuse(name);
      text += feed(paste) + feed(part);
    }
  }
  return text;
}
