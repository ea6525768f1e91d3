import { AnyhookError } from '../errors.ts';
import type { Runtime } from '../mapping/adapter.ts';

/** How a vendor puts values into a line before its shell reads it. */
export type Substitution = Pick<Runtime, 'expands' | 'aliases' | 'substitutes'>;
type Env = Readonly<Record<string, string | undefined>>;

/** A reference as the settings of the Gemini family know it: where it ends, its name, its default. */
interface Reference {
  end: number;
  name: string;
  otherwise?: string;
}

const word = /\w+/y;

function referenceAt(text: string, at: number, brace: (from: number) => number) {
  word.lastIndex = at + 1;
  const [name] = word.exec(text) ?? [];
  if (name) return { end: word.lastIndex, name };
  if (text[at + 1] !== '{') return undefined;
  const end = brace(at + 2);
  if (end < at + 3) return undefined;
  const inside = text.slice(at + 2, end);
  const or = inside.indexOf(':-', 1);
  if (or < 0) return { end: end + 1, name: inside };
  return { end: end + 1, name: inside.slice(0, or), otherwise: inside.slice(or + 2) };
}

/** Every reference to a variable, and the text between; a closing brace is looked for once. */
function* references(text: string): Generator<[before: string, Reference]> {
  let from = 0;
  let closing = 0;
  const brace = (at: number) => {
    if (closing >= 0 && closing < at) closing = text.indexOf('}', at);
    return closing;
  };
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    const found = referenceAt(text, at, brace);
    if (!found) continue;
    yield [text.slice(from, at), found];
    from = found.end;
    at = from - 1;
  }
  if (from < text.length) yield [text.slice(from), { end: text.length, name: '' }];
}

/** What a reference stands for in an environment; undefined: it stays as it is. */
const stands = ({ name, otherwise }: Reference, env: Env): string | undefined =>
  Object.hasOwn(env, name) ? env[name] : otherwise;

/** A text of the settings as their vendor has it once it has put its environment in; 0.61.0. */
export function resolveVariables(
  text: string,
  env: Env,
  paste = (value: string, _name: string): string => value,
  literal = (between: string): string => between,
): string {
  let out = '';
  let at = 0;
  for (const [before, found] of references(text)) {
    out += literal(before);
    at += before.length;
    const value = found.name && stands(found, env);
    const whole = text.slice(at, found.name ? found.end : at);
    out += found.name && value !== undefined ? paste(value, found.name) : literal(whole);
    at = found.end;
  }
  return out;
}

/** One value of its own as the client pastes it for bash: shell-quote 1.8, 0.61.0. */
function escaped(value: string): string {
  if (/["\s\\]/.test(value) && !value.includes("'")) return `'${value}'`;
  if (/["'\s]/.test(value)) return `"${value.replace(/(["\\$`!])/g, '\\$1')}"`;
  return value.replace(/([A-Za-z]:)?([#!"$&'()*,:;<=>?@[\\\]^`{|}])/g, '$1\\$2');
}

/** Where a shell is in a line, as well as must be known to tell what a pasted value does there. */
type Where = 'plain' | 'single' | 'double' | 'ansi' | 'comment' | 'odd';

/** Follows a shell along a line, until it meets what takes a whole shell to follow. */
function follower(line: string) {
  const stack: Where[] = ['plain'];
  let lost = /\bcase\b/.test(line);
  let escaping = false;
  let last = ' ';
  const top = () => stack[stack.length - 1] as Where;
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
    } else if (char === '`' || (char === '{' && after === '$')) lost = true;
    else if (char === '(' && (where === 'plain' || after === '$')) stack.push('plain');
    else if (char === '"') where === 'double' ? stack.pop() : stack.push('double');
    else if (where === 'double') return;
    else if (char === "'") stack.push(after === '$' ? 'ansi' : 'single');
    else if (char === ')' && stack.length > 1) stack.pop();
    else if (char === '#' && /[\s;|&()]/.test(after)) stack.push('comment');
    else if (char === '<' && after === '<') lost = true; // a heredoc, or a string in its place
  };
  return {
    feed(text: string): string {
      for (const char of text) step(char);
      return text;
    },
    where: (): Where => (lost || escaping ? 'odd' : top()),
  };
}

/** What a value must not hold where it stands as text, or its text would be run. */
const alive: Record<Where, RegExp> = {
  plain: /(?!)/, // its place is that of words
  comment: /\n/,
  single: /'/,
  double: /["`]|\$\(|\\$/,
  ansi: /['\\]/,
  odd: /["'`$()\\;|&<>\n]/,
};
/** The same of one that is pasted in quotes of its own, which may end those it stands in. */
const code = /["`$\\;|&<>()\n]/;

/**
 * A line as its vendor's client gives it to the shell, character by character: settings are put
 * together first, then the client's own variables. Throws `line` where that would run a value's text.
 */
export function substituteVariables(
  line: string,
  how: Substitution,
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
  if (how.substitutes) {
    const { feed, where } = follower(line);
    const paste = (value: string, name: string) =>
      feed(alive[where()].test(value) ? refuse(name) : value);
    text = resolveVariables(line, client, paste, feed);
  }
  for (const name of how.expands) {
    const value = hook[how.aliases?.[name] ?? name];
    if (value === undefined || !text.includes(`$${name}`)) continue;
    const { feed, where } = follower(text);
    const paste = escaped(value);
    const [first = '', ...rest] = text.split(`$${name}`);
    text = feed(first);
    for (const part of rest) {
      const at = where();
      const runs = at === 'comment' ? /\n/ : code;
      if (at !== 'plain' && runs.test(value)) refuse(name);
      text += feed(paste) + feed(part);
    }
  }
  return text;
}
