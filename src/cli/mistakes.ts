/** Tables of words that people type in place of ours. */

/** Words that are typed in place of a command, by what to type for them. The first whose command exists is taken. */
const commandRows: Readonly<Record<string, readonly string[]>> = {
  init: ['setup', 'start', 'new', 'create', 'add', 'begin', 'bootstrap', 'install', 'quickstart'],
  doctor: ['check', 'diagnose', 'verify', 'validate', 'lint', 'audit', 'health', 'why', 'debug'],
  list: ['ls', 'status', 'show', 'hooks', 'inspect', 'info', 'agents'],
  test: ['try', 'simulate', 'trial', 'ask', 'fire', 'play', 'call', 'tests'],
  convert: ['migrate', 'translate', 'port', 'import', 'export', 'transform', 'copy', 'move'],
  sync: ['apply', 'update', 'generate', 'build', 'push', 'write', 'upgrade', 'install-hooks'],
  'sync --check': ['ci', 'outdated', 'verify-sync'],
  'sync --dry-run': ['diff', 'preview', 'plan'],
  remove: ['uninstall', 'rm', 'delete', 'clean', 'undo', 'revert', 'eject', 'disable', 'unsync'],
  capabilities: ['events', 'caps', 'support', 'features', 'matrix', 'vendors', 'tools'],
  run: ['exec', 'start-hook'],
};

/** Word → what to type for it. */
export const commandWords = invert(commandRows);

/** Words that are typed in place of a flag, by what to type for them. An empty text: nothing, as the command does so anyway. */
const flagRows: Readonly<Record<string, readonly string[]>> = {
  '--to': ['--target', '--targets', '--into', '--dest', '--agents', '--agent', '--vendor', '--for'],
  '--agents': ['--agent', '--to', '--target', '--targets', '--vendors', '--vendor', '--for'],
  '--agent': ['--agents', '--to', '--target', '--vendor', '--host', '--as'],
  '--from': ['--source', '--src', '--input', '--in', '--file', '-f'],
  '--input': ['--in', '--file', '--source', '--src', '--settings', '-i', '-f'],
  '--output': ['--out', '--dest', '--destination', '-o'],
  '--dry-run': ['--dryrun', '--dry', '--preview', '--plan', '--diff', '--noop', '--what-if', '-n'],
  '--check': ['--verify', '--ci', '--test', '--fail', '--diff'],
  '--write': ['--apply', '--save', '--in-place', '--inplace', '-w', '--yes', '-y'],
  '--json': ['--format=json', '--output=json', '--output-format', '--machine', '-j'],
  '--scope user': ['--user', '--global', '--home', '-g'],
  '--scope project': ['--project', '--local'],
  '--accept-loss': ['--accept', '--accept-losses', '--allow-loss', '--allow-unsafe', '--unsafe'],
  '--force': ['--overwrite', '-f'],
  '--quiet': ['--silent', '-q', '-s'],
  '--yes': ['--assume-yes', '--no-input', '--non-interactive', '--force', '-y'],
  '--all': ['--all-agents', '--everything', '-a'],
  '--verbose': ['--debug', '--details', '-v', '-vv'],
  '--for windows': ['--windows', '--win', '--win32'],
  '--guards-nothing': ['--no-guard', '--not-a-guard', '--logger'],
  '--event': ['--on', '--hook-event'],
  '--tool': ['--match', '--matcher'],
  '--path': ['--file'],
  '--strict': ['--fail-on-warning', '--error'],
  '--watch': ['-w'],
  '--fix': ['--repair', '--mend', '--write'],
  '--help': ['-help', '-?', '/?'],
  '': ['--write', '--apply', '--save', '-w', '--dry-run', '--yes', '-y', '--verbose'],
};

/** Flag → what to type for it, in order: the first that a command has is meant. */
export const flagWords: ReadonlyMap<string, readonly string[]> = listInverted(flagRows);

/** Values that are typed in place of one of a flag's, by flag. */
export const valueWords: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  '--scope': invert({
    user: ['global', 'home', 'personal', 'me', 'person', 'machine'],
    project: ['local', 'repo', 'repository', 'team', 'workspace', 'folder', 'here'],
  }),
  '--for': invert({ windows: ['win', 'win32', 'win64', 'Windows', 'powershell'] }),
};

/** Words between the names of two agents that say nothing: `convert claude to gemini`. */
export const fillers: readonly string[] = [
  'to',
  'from',
  'into',
  'in',
  'and',
  'for',
  'with',
  '->',
  '=>',
  '→',
];

/** Returns words with all that is to be typed for each of them. */
function listInverted(
  rows: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const [right, words] of Object.entries(rows))
    for (const word of words) all.set(word, [...(all.get(word) ?? []), right]);
  return all;
}

/** Returns words with what is to be typed for each of them. */
function invert(rows: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map([...listInverted(rows)].map(([word, [right = '']]) => [word, right]));
}
