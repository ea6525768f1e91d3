/** Whether a hook's script may know a file by its path in the project alone. */
import type { Hook } from '../../canonical/hook.ts';
import { toolKinds } from '../../canonical/kinds.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { adapterOf } from '../../translate/host.ts';
import { scriptOf } from '../command-line/script.ts';
import type { Way } from '../coverage/ways.ts';
import { homeEvent, isAsked, shellLineOf } from '../home.ts';
import type { Place } from '../place.ts';
import { scriptPath } from './script.ts';
import { textOf } from './script-text.ts';

/** A word that may be a path of a project: none that is absolute, a pattern for any folder, or a variable. */
const path = String.raw`(?!\w{1,20}:/)[\w.@-][\w.@+*/-]{0,200}`;
/** The same where any word may stand: only with a dot or a slash, and no number. */
const marked = String.raw`(?=[\w@*+-]{0,200}[./])(?!\d{1,9}(?:\.\d{1,9}){0,3}\b(?![/\w]))${path}`;
const quote = String.raw`\\?["'\x60]`;

/** Where scripts compare a text as a whole or from its beginning, in shell, JavaScript, Python and jq. */
const comparisons = [
  // f == '.env', '.env' in f
  String.raw`[=!]==?\s{0,40}${quote}(${marked})`,
  String.raw`${quote}(${marked})${quote}\s{0,40}(?:[=!]==?|\bin\b)`,
  // [ "$f" = .env ], [[ $f == secrets/* ]]
  String.raw`\[\s[^\]\n]{0,200}?(?:[=!]=|=~?)\s{0,40}["']?(${marked})`,
  String.raw`\[\s[^\]\n]{0,200}?\$\{?(?:f|p|(?:file|path|target|rel|base)\w{0,40})\}?["']?\s{0,40}(?:[=!]=|=~?)\s{0,40}["']?(${path})`,
  // a name without a dot or a slash, beside what is called a file or a path
  String.raw`(?:file|path|target|rel|base)\w{0,40}["']?\s{0,40}(?:[=!]==?|=)\s{0,40}${quote}(${path})${quote}`,
  String.raw`(?:file|path|target|rel|base)\w{0,40}\)?\.starts_?with\(\s{0,40}${quote}(${path})${quote}`,
  String.raw`(?:starts_?with|start_with\?|has_?prefix|indexOf|fnmatch|minimatch)\W{0,3}\(\s{0,40}(?:\w{1,40}\s{0,9},\s{0,9})?${quote}(${marked})`,
  // an expression that is anchored: ^secrets/, ^\.env
  String.raw`\^(?:\(\?:|\()?(?:\\?\.\\?/)?((?!https?\b)\\?[\w.@-][^\s'"\x60|)]{0,200}?(?:/|\\\.))`,
  // the JSON of a payload, up to the first character of a path
  String.raw`(?:file_?path|\bpath|directory)\\?["']\s{0,40}:\s{0,40}(?:\\s[*+]|\s){0,9}\\?["'](\\?${path})`,
  // a list, an array of a shell, a loop
  String.raw`[[{(,]\s{0,40}${quote}(${marked})${quote}\s{0,40}[,\]}]`,
  String.raw`\w=\(\s{0,40}["']?(${marked})`,
  String.raw`\bfor\s{1,40}\w{1,40}\s{1,40}in\s{1,40}["']?(${marked})`,
].map((source) => new RegExp(source, 'gi'));

/** The patterns of a `case`, and one of them. */
const choices = /\bcase\s[^\n]{0,200}?\sin\b(.{0,4000}?)\besac\b/gs;
const choice = new RegExp(
  String.raw`(?:^|;;|\||\n)\s{0,40}\(?["']?(${path})["']?\s{0,40}(?=[|)])`,
  'g',
);

/** What takes its patterns or its code from elsewhere, so that they are not in the text. */
const elsewhere =
  /\brequire\(\s{0,40}["']\.|\bfrom\s+["']?\.|\bimport\s{0,40}\(?\s{0,40}["']\.|(?:^|[;&]\s{0,40})(?:source|\.)\s+\S/m;

/** A `grep` whose patterns are those of a file. */
const byFile = /\bgrep\b[^\n|;]{0,400}\s-\w{0,9}f\b/;

const withoutQuotes = (text: string): string =>
  text.replace(/'[^']{0,400}'|"(?:\\.|[^"\\]){0,400}"/gs, "''");

/** Programs that do what their line or their own text says, and no other script. */
const plain =
  /^(?:[[\w]*grep|jq|sed|g?awk|cat|echo|printf|test|\[\[?|exit|true|false|read|tee|head|tail|tr|cut|cd|set|export|local|return|case|esac|if|then|elif|else|fi|for|while|until|do|done|in|:|!|node|python3?|sh|bash|dash|zsh|ruby|perl|basename|dirname|chmod|cp|find|ln|ls|mkdir|mv|rm|rmdir|realpath|sleep|touch|date|logger|git|wc|sort)$/;

/** Whether a line has commands that are neither scripts of its own nor plain tools. */
const runsOthers = (line: string): boolean =>
  withoutQuotes(line)
    .replace(/\[\[.{0,400}?\]\]|(?:\sin|;;)\s+\(?[^()\s]*\)/gs, ' ')
    .split(/[|;&\n(){}]+/)
    .map((part) => part.trim().split(/\s+/)[0] ?? '')
    .some((word) => word !== '' && !/^[\w]+=|^[<>\d'$*-]/.test(word) && !plain.test(word));

/** Whether a pattern may be a file: a word alone is more often one of a tool or a command. */
const isFile = (word: string): boolean => /[./]/.test(word) || /^[A-Z]\w*file$/.test(word);

/** Without whole lines of comments. */
const code = (text: string): string => text.replace(/^\s{0,40}(?:#|\/\/|\*|\/\*).*$/gm, '');

/**
 * The paths without a beginning that a hook's script compares with, as far as its text shows;
 * undefined: it cannot be read.
 */
export function comparedPaths(hook: Hook, place: Place | undefined): string[] | undefined {
  const line = shellLineOf(hook);
  if (line === undefined) return undefined;
  const isScript = place ? scriptPath(hook, place) !== undefined : scriptOf(line) !== undefined;
  if (!isScript && runsOthers(line)) return undefined;
  const read = isScript ? place && textOf(hook, place) : line;
  if (read === undefined) return undefined;
  const text = code(read);
  if (elsewhere.test(text) || byFile.test(withoutQuotes(text))) return undefined;
  const wordsOf = (one: RegExp, of = text) => Array.from(of.matchAll(one), ([, word = '']) => word);
  const found = comparisons.flatMap((one) => wordsOf(one));
  for (const block of wordsOf(choices)) found.push(...wordsOf(choice, block).filter(isFile));
  return [...new Set(found.map((word) => word.replaceAll('\\', '')))].filter(Boolean);
}

/** Whether a host fires a hook for calls that are about a path. */
const tellsPaths = (host: Adapter, ways: readonly Way[]): boolean =>
  ways.some(({ binding, own }) =>
    own.some((name) => {
      const rows = host.tools.filter(({ names }) => names.includes(name));
      const isComposite = Object.hasOwn(host.composites ?? {}, name) && !rows.length;
      return binding.event === 'before-tool' && (isComposite || rows.some(hasPath));
    }),
  );

const hasPath = ({ tool }: Adapter['tools'][number]): boolean => 'path' in toolKinds[tool].input;

/**
 * Whether a hook that may know a file by its relative path is to be asked in both wordings, since its
 * own agent passes on what the model wrote and a host does not; and the paths that it compares with,
 * none where its script cannot be read.
 */
export function bothWordings(
  host: Adapter,
  hook: Hook,
  ways: readonly Way[],
  place: Place | undefined,
): { paths: string[] } | undefined {
  const dialect = adapterOf(hook.speaks);
  // The files of a patch are told by their whole paths, whatever the patch says.
  const passesOn = host.paths?.asWritten && !host.kin?.patch;
  if (dialect === host || !dialect.paths?.asWritten || passesOn) return undefined;
  const isGuard = isAsked(hook) && hook.guard !== false && hook.wordings === undefined;
  if (!isGuard || homeEvent(hook).event !== 'before-tool') return undefined;
  if (!tellsPaths(host, ways)) return undefined;
  const paths = comparedPaths(hook, place);
  return paths && !paths.length ? undefined : { paths: paths ?? [] };
}
