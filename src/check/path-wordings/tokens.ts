/** Reads the tokens of a program in JavaScript, Python or jq. */

export type Language = 'js' | 'python' | 'jq';

export interface Token {
  kind: 'text' | 'expression' | 'name' | 'number' | 'sign';
  text: string;
  /** Whether it is the first token of its line. */
  beginsLine: boolean;
  /** How many characters of white space are before the first token of a line. */
  indent?: number;
  /** The tokens of what is inserted into a text, such as `${name}`. */
  inserted?: Token[];
}

/** Stands for the token behind the last one: a sign that ends every expression. */
const endToken: Token = { kind: 'sign', text: ';', beginsLine: false };

/** Returns a token by its position; for a position outside of the list, a sign that ends an expression. */
export const tokenAt = (tokens: readonly Token[], i: number): Token => tokens[i] ?? endToken;

const inner = { js: /\$\{([^{}]*)\}/g, python: /\{([^{}]*)\}/g, jq: /\\\(([^()]*)\)/g };

const space = /\s+/y;
const comment = { js: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y, python: /#[^\n]*/y, jq: /#[^\n]*/y };
const name = /[A-Za-z_$][\w$]*/y;
const number = /\d[\w.]*/y;
const sign =
  /===|!==|==|!=|<=|>=|=>|\?\.|\?\?=|\|\|=|&&=|\?\?|\|\||&&|\+=|-=|:=|\/\/|\|=|\.\.\.|[^\s\w]/y;
/** The kinds of tokens that a single expression can find, in the order in which they are tried. */
const plainTokens = [
  ['name', name],
  ['number', number],
  ['sign', sign],
] as const;
const expression = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const prefix = /^[rRbBfFuU]{1,2}$/;

/** Tells whether a slash behind a token begins a regular expression, and is no division. */
const beginsExpression = (token: Token | undefined): boolean =>
  token === undefined ||
  (token.kind === 'sign' && !/^[)\]}]$/.test(token.text)) ||
  (token.kind === 'name' && /^(?:return|typeof|case|of|in|await|else)$/.test(token.text));

/** Reads the tokens of a text, without comments. It never throws: a sign that the language does not have is skipped. */
export function tokensOf(text: string, language: Language): Token[] {
  const found: Token[] = [];
  let at = 0;
  let beginsLine = true;
  let indent = 0;
  const take = (one: RegExp): string => {
    one.lastIndex = at;
    const taken = one.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  const push = (token: Omit<Token, 'beginsLine'>) => {
    found.push(beginsLine ? { ...token, beginsLine, indent } : { ...token, beginsLine });
    beginsLine = false;
  };
  while (at < text.length) {
    const gap = take(space);
    if (gap.includes('\n')) {
      beginsLine = true;
      indent = gap.length - gap.lastIndexOf('\n') - 1;
    }
    if (gap || take(comment[language])) continue;
    const quote = text[at];
    if (quote === '"' || quote === "'" || (quote === '`' && language === 'js')) {
      const isPython = language === 'python';
      const before = found.at(-1);
      const isBeside =
        isPython && before?.kind === 'name' && !beginsLine && /\w/.test(text[at - 1] ?? '');
      const isPrefixed = isBeside && prefix.test(before.text);
      if (isPrefixed) found.pop();
      const flags = isPrefixed ? before.text.toLowerCase() : '';
      const mark = isPython && text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
      at += mark.length;
      let value = '';
      while (at < text.length && !text.startsWith(mark, at)) {
        if (text[at] === '\\') {
          const next = text[at + 1] ?? '';
          value += flags.includes('r') || !/["'\\`/.]/.test(next) ? `\\${next}` : next;
          at += 2;
        } else value += text[at++];
      }
      at += mark.length;
      if (quote === '`' || language === 'jq' || flags.includes('f')) {
        const parts = [...value.matchAll(inner[language])].map(([, part = '']) => part);
        const text = value.replace(inner[language], '\0');
        const tokens = tokensOf(parts.join(' ; '), language);
        push(
          parts.length || (isPython && value.includes('{'))
            ? { kind: 'text', text, inserted: tokens }
            : { kind: 'text', text: value },
        );
      } else push({ kind: 'text', text: value });
      continue;
    }
    if (language === 'js' && quote === '/' && beginsExpression(found.at(-1))) {
      const whole = take(expression);
      if (whole) {
        push({ kind: 'expression', text: whole.slice(1, whole.lastIndexOf('/')) });
        continue;
      }
    }
    const isTaken = plainTokens.some(([kind, one]) => {
      const word = take(one);
      if (word) push({ kind, text: word });
      return word;
    });
    if (!isTaken) at++;
  }
  return found;
}
