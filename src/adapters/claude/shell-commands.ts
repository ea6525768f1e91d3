/** The commands in a shell line, each in its words as they are said and as they are written. */

/** Words that stand before a command. */
const leading = /^(?:if|then|else|elif|do|while|until|!)$/;
/** Words with which more begins than a list of commands. */
const more = /^(?:\{|\}|case|function|coproc|select)$/;
const assignment = /^\w+\+?=/;

/** Undefined: there is more in it than a list of simple commands. */
export function commandsIn(line: string): string[] | undefined {
  const found: string[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let start = 0;
  let odd = false;
  let target = false; // of a redirection
  const push = () => {
    if (word !== undefined && !target) words.push(word);
    if (word !== undefined) target = false;
    word = undefined;
  };
  const end = (at: number, next: number) => {
    push();
    const first = words.findIndex((one) => !leading.test(one) && !assignment.test(one));
    const said = first < 0 ? [] : words.slice(first);
    odd ||= more.test(said[0] ?? '') || /^\$/.test(said[0] ?? '');
    if (said.length) found.push(said.join(' '), line.slice(start, at).trim().replace(/\s+/g, ' '));
    const command = said[0] === 'xargs' ? said.findIndex((one, i) => i > 0 && one[0] !== '-') : -1;
    if (command > 0) found.push(said.slice(command).join(' '));
    words = [];
    start = next;
  };
  for (let at = 0; at < line.length && !odd; at++) {
    const char = line[at] as string;
    const next = line[at + 1] ?? '';
    if (char === '\\') {
      if (next !== '\n') word = (word ?? '') + next;
      at++;
    } else if (char === "'") {
      const close = line.indexOf("'", at + 1);
      odd = close < 0;
      word = (word ?? '') + line.slice(at + 1, close);
      at = close;
    } else if (char === '"') {
      const text = /^"(?:[^"\\$`]|\\.|\$(?![({]))*"/s.exec(line.slice(at))?.[0];
      odd = text === undefined;
      word = (word ?? '') + (text ?? '').slice(1, -1).replace(/\\([\\"$`])/g, '$1');
      at += (text ?? ' ').length - 1;
    } else if (char === '`' || (char === '$' && /[({'"]/.test(next))) odd = true;
    else if (/[<>]/.test(char)) {
      odd = next === '(' || (char === '<' && next === '<');
      if (/^\d+$/.test(word ?? '')) word = undefined;
      push();
      target = true;
      if (/[>&|]/.test(next)) at++;
    } else if (char === '(' && (word !== undefined || words.some((one) => !leading.test(one)))) {
      odd = true;
    } else if (/[;&|\n()]/.test(char)) end(at, at + 1);
    else if (char === '#' && word === undefined) {
      end(at, at);
      const close = line.indexOf('\n', at);
      at = close < 0 ? line.length : close - 1;
      start = at + 1;
    } else if (/\s/.test(char)) push();
    else word = (word ?? '') + char;
  }
  end(line.length, line.length);
  return odd ? undefined : found;
}
