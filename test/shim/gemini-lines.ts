/** Lines of Gemini CLI's settings, full of references to what it puts into them, and odd values of those. */
import fc from 'fast-check';

/** The variables that the client itself puts into a line. */
export const names = [
  'GEMINI_PROJECT_DIR',
  'GEMINI_CWD',
  'GEMINI_PLANS_DIR',
  'GEMINI_SESSION_ID',
  'CLAUDE_PROJECT_DIR',
];

/** What a person's shell, or a project's `.env`, may set. */
export const values: Record<string, string> = {
  HOME: '/home/me',
  ODD: `/home/it's me`,
  BOTH: `a "b" 'c'`,
  WHOLE: `printf '%s.' whole "li ne" || exit 3`,
  EMPTY: '',
  'A-B': 'dashed',
  '1': 'one',
  LINES: 'printf a\nprintf b',
};

/** Folders that a session may be in. */
export const folders = [
  '/plain/proj',
  '/with space/p',
  "/it's/p",
  '/a"b/p',
  '/a\\b/p',
  '/$HOME;x/p',
  '/*/[p]',
  '/$GEMINI_CWD/p',
  '/tab\tp',
  '/!x/{a,b}/~/#p',
];

const variables = [...names, ...Object.keys(values), 'NOPE', 'GEMINI_CWDx', 'HOMEx', 'toString'];
const reference = fc
  .tuple(
    fc.constantFrom(...variables),
    fc.constantFrom(
      (name: string) => `$${name}`,
      (name: string) => `\${${name}}`,
      (name: string) => `\${${name}:-or else}`,
      (name: string) => `\${${name}#}`,
      (name: string) => `\\$${name}`,
    ),
  )
  .map(([name, spell]) => spell(name));
const text = fc.constantFrom(
  ...['a', ' ', '/x', 'b c', '\n', '\\', '$', '$$', '${', '}', '#', ' # it', ';', '|| true', '-x'],
);
const piece = fc.oneof({ weight: 2, arbitrary: reference }, { weight: 1, arbitrary: text });
const pieces = (most: number) => fc.array(piece, { maxLength: most }).map((all) => all.join(''));
const frame = fc
  .tuple(
    fc.constantFrom(
      (one: string) => one,
      (one: string) => `"${one}"`,
      (one: string) => `'${one}'`,
      (one: string) => `$'${one}'`,
      (one: string) => `$(printf %s ${one})`,
      (one: string) => `"$(printf %s '${one}')"`,
      (one: string) => `\`printf %s ${one}\``,
      (one: string) => ` # ${one}\n`,
      (one: string) => ` <<E\n${one}\nE\n`,
      (one: string) => ` <<'E'\n${one}\nE\n`,
      (one: string) => `$(printf %s ")" ${one})`,
    ),
    pieces(4),
  )
  .map(([around, inside]) => around(inside));

/** Any line. */
export const line = fc.array(frame, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

/** Any line, in any of the folders. */
export const lineInFolder = fc.tuple(line, fc.constantFrom(...folders));
