/** JSON in every layout that people write. */
import fc from 'fast-check';

/** How a text is laid out; equal choices give an equal text. */
export interface Layout {
  kind: 'tight' | 'spaced' | 'tall' | 'wild';
  unit: string;
  eol: string;
  bom: string;
  /** Neither comments nor trailing commas. */
  strict: boolean;
  /** Keys may stand twice. */
  twice: boolean;
  choices: number[];
}

/** Draws a layout. */
export const layout: fc.Arbitrary<Layout> = fc.record({
  kind: fc.constantFrom('tight', 'spaced', 'tall', 'tall', 'wild'),
  unit: fc.constantFrom('  ', '    ', '\t', ''),
  eol: fc.constantFrom('\n', '\r\n', '\r'),
  bom: fc.constantFrom('', '', '\ufeff'),
  strict: fc.boolean(),
  twice: fc.boolean(),
  choices: fc.array(fc.nat(59), { minLength: 1, maxLength: 60 }),
});

/** Returns a value as JSON, perhaps with comments and trailing commas. */
export function printed(
  value: unknown,
  { kind, unit, eol, bom, strict, twice, choices }: Layout,
): string {
  let turn = 0;
  let said = 0;
  const pick = (count: number) => (choices[turn++ % choices.length] as number) % count;
  const line = () => `// ${said++}, "x": [ ] } /*${eol}`;
  const block = () => `/* ${said++}, ${pick(3) ? '' : `//${eol}`}] */`;
  const wild = () => {
    const pieces = [() => ' ', () => eol, () => '\t', line, block, () => `${eol}    `];
    return Array.from({ length: pick(4) }, () => pieces[pick(strict ? 3 : 6)]?.()).join('');
  };
  const rarely = (piece: () => string) => (strict || pick(4) ? '' : piece());
  const print = (inner: unknown, depth: number, flat: boolean): string => {
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
    const list = Array.isArray(inner);
    const [open, close] = list ? ['[', ']'] : ['{', '}'];
    const tall = kind === 'tall' && !flat;
    const own = eol + unit.repeat(depth + 1);
    const below = !tall || pick(3) === 0;
    const space = kind === 'spaced' || kind === 'tall' ? ' ' : '';
    const gap = kind === 'wild' ? wild : () => '';
    const entries = Object.entries(inner);
    if (twice && !list && entries.length && pick(3) === 0)
      entries.unshift([(entries.at(-1) as [string, unknown])[0], null]);
    const items = entries.map(([key, item]) => {
      const name = list ? '' : `${JSON.stringify(key)}${gap()}:${gap() || space}`;
      return name + print(item, depth + 1, below);
    });
    const lead = () => (tall ? own + rarely(() => line() + own.slice(eol.length)) : gap());
    const beside = () => (tall ? rarely(() => ` ${block()}`) + rarely(() => ` ${line()}`) : gap());
    let text = open + (tall ? rarely(() => ` ${line()}`) : gap());
    for (const [i, item] of items.entries()) {
      const last = i === items.length - 1;
      text += `${i && !tall ? gap() || space : lead()}${item}${kind === 'wild' ? wild() : ''}`;
      text += (last ? rarely(() => ',') : ',') + beside();
    }
    return text + (tall && items.length ? eol + unit.repeat(depth) : '') + close;
  };
  const around = kind === 'wild' ? wild : () => '';
  const end = kind === 'tall' ? eol : '';
  return `${bom}${around()}${print(value, 0, false)}${around()}${end}`;
}
