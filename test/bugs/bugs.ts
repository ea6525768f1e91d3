/**
 * Deliberate bugs in the sources, one or two for each part of them. Each compiles, makes a guard
 * weaker or a report wrong, and must make the test file that is named in `fails` fail.
 */
export interface Bug {
  /** What is wrong with it, in a sentence. */
  name: string;
  file: `src/${string}.ts`;
  /** What stands in the file exactly once, and what stands there instead. */
  find: string;
  replace: string;
  /** The test file that must fail. */
  fails: `test/${string}.test.ts`;
}

export const bugs: readonly Bug[] = [
  {
    name: 'What an agent infers of an event overwrites what its payload tells',
    file: 'src/translate/decode.ts',
    find: 'if (get(event, at) !== undefined) continue;',
    replace: '',
    fails: 'test/conformance.test.ts',
  },
  {
    name: 'A value that the first form of a row cannot say is not encoded, although another form can',
    file: 'src/mapping/fields.ts',
    find: 'return op.or !== undefined && writeRow(op.or, value, into, context);',
    replace: 'return false;',
    fails: 'test/conformance.test.ts',
  },
  {
    name: 'The table of Gemini CLI misspells the folder of a shell command',
    file: 'src/adapters/gemini/tools.ts',
    find: "directory: { at: 'dir_path', codec: folderPath },",
    replace: "directory: { at: 'directory', codec: folderPath },",
    fails: 'test/conformance.test.ts',
  },
  {
    name: 'The table of Claude Code says a refusal of a prompt as "deny", a word that drops the whole answer',
    file: 'src/adapters/claude/outcomes.ts',
    find: "decision: { at: 'decision', words: { deny: 'block' } },",
    replace: "decision: { at: 'decision', words: { deny: 'deny' }, hears: { block: 'deny' } },",
    fails: 'test/conformance.test.ts',
  },
  {
    name: 'Exit code 2 of a hook of Cursor refuses nothing',
    file: 'src/adapters/cursor/contract.ts',
    find: 'if (code === 2)\n    return gate',
    replace: 'if (code === 2)\n    return !gate',
    fails: 'test/conformance.test.ts',
  },
  {
    name: 'A patch of Codex is told without the lines that stay around a change',
    file: 'src/adapters/codex/patch.ts',
    find: "if (sign !== '+') hunk.old.push",
    replace: "if (sign === '-') hunk.old.push",
    fails: 'test/codex-patch.test.ts',
  },
  {
    name: 'A question that the host cannot ask a person lets the call pass',
    file: 'src/translate/degrade.ts',
    find: "if (gate && !(terms.ask && says('decision', 'ask'))) {",
    replace: "if (gate && terms.ask && !says('decision', 'ask')) {",
    fails: 'test/laws.test.ts',
  },
  {
    name: 'Of several answers to one call, the mildest holds',
    file: 'src/translate/strictest.ts',
    find: 'rank(b) > rank(a) ? b : a',
    replace: 'rank(b) < rank(a) ? b : a',
    fails: 'test/strictest.test.ts',
  },
  {
    name: 'A matcher that would take too long to compile starts no hook',
    file: 'src/translate/match.ts',
    find: 'if (compiled > most) return true;',
    replace: 'if (compiled > most) return false;',
    fails: 'test/threats/matchers.test.ts',
  },
  {
    name: 'A matcher that is an expression must meet the whole name of a tool',
    file: 'src/translate/match.ts',
    find: 'const expression = new RegExp(pattern);',
    replace: "const expression = new RegExp('^(?:' + pattern + ')$');",
    fails: 'test/shim/matcher.system.test.ts',
  },
  {
    name: 'An answer that holds two verdicts counts as the last of them',
    file: 'src/translate/read.ts',
    find: 'if (doubled === undefined) return reading;',
    replace: 'if (doubled === undefined || response) return reading;',
    fails: 'test/shim/pass-through.system.test.ts',
  },
  {
    name: 'A failure of anyhook itself is judged as one of the hook, and blocks nothing',
    file: 'src/translate/failure.ts',
    find: "ours: { native: 'block',",
    replace: "ours: { native: 'native',",
    fails: 'test/shim/mistyped.test.ts',
  },
  {
    name: 'A hook of a host that gives it little time has no time at all',
    file: 'src/shim/time.ts',
    find: 'limit - Math.min(most, limit / 4)',
    replace: 'limit - Math.max(most, limit / 4)',
    fails: 'test/settings/throwaway.test.ts',
  },
  {
    name: 'A halt in memory holds no gate of a session in which no person has said anything yet',
    file: 'src/shim/session.ts',
    find: "return kept.person === (turns.person() ?? '') ? String(kept.reason) : undefined;",
    replace: 'return kept.person === turns.person() ? String(kept.reason) : undefined;',
    fails: 'test/shim/emulation.system.test.ts',
  },
  {
    name: 'The folder of the private state stays open to others',
    file: 'src/shim/private.ts',
    find: 'if (uid !== undefined && stat.mode & closed)',
    replace: 'if (uid === undefined && stat.mode & closed)',
    fails: 'test/shim/state.system.test.ts',
  },
  {
    name: 'A log that the group may read or write is written all the same',
    file: 'src/shim/private.ts',
    find: '(mode & 0o077) === 0',
    replace: '(mode & 0o007) === 0',
    fails: 'test/shim/log.system.test.ts',
  },
  {
    name: 'A variable of the environment with a backtick is substituted between quotes, where a shell runs it',
    file: 'src/shim/substitute.ts',
    find: 'double: /["`]|\\$\\(|\\\\$/,',
    replace: 'double: /["]|\\$\\(|\\\\$/,',
    fails: 'test/shim/substitute.test.ts',
  },
  {
    name: 'An HTTP reply with a status of failure counts as an answer',
    file: 'src/shim/post.ts',
    find: 'if (status < 200 || status > 299)',
    replace: 'if (status < 200 || status > 599)',
    fails: 'test/shim/post.test.ts',
  },
  {
    name: 'A header of an HTTP hook may name any variable of the environment',
    file: 'src/shim/post.ts',
    find: 'if (!run.headerEnv?.includes(name) && !hidden.test(name)) {',
    replace: 'if (run.headerEnv && !run.headerEnv.includes(name) && !hidden.test(name)) {',
    fails: 'test/shim/post.test.ts',
  },
  {
    name: 'An apostrophe ends the quotes of a word on a command line',
    file: 'src/util/quoted.ts',
    find: "`'\\\\''`",
    replace: "`\\\\'`",
    fails: 'test/launch.system.test.ts',
  },
  {
    name: 'A host that replaces variables in its settings replaces one in braces in a quoted word',
    file: 'src/settings/command-line/shell-words.ts',
    find: 'text.replace(/\\$(?=[\\w{])/g',
    replace: 'text.replace(/\\$(?=\\w)/g',
    fails: 'test/settings/words.test.ts',
  },
  {
    name: 'The editor of JSON leaves a comma behind the last element when the one after it is taken out',
    file: 'src/edit/jsonc/rows.ts',
    find: '(wanted && j === comma)',
    replace: 'j === comma',
    fails: 'test/settings/jsonc.test.ts',
  },
  {
    name: 'The editor of TOML makes changes in the order in which they were asked for, and not in that of the file',
    file: 'src/edit/toml/splice.ts',
    find: 'splices.toSorted((a, b) => a.from - b.from)',
    replace: 'splices',
    fails: 'test/settings/toml.test.ts',
  },
  {
    name: 'The editor of YAML reads the word "yes" as true, as YAML 1.1 does',
    file: 'src/edit/yaml/parse.ts',
    find: "schema: 'core'",
    replace: "schema: 'yaml-1.1'",
    fails: 'test/settings/yaml.test.ts',
  },
  {
    name: 'A settings file that somebody makes during a conversion is overwritten',
    file: 'src/files/settings-file.ts',
    find: 'if (now?.text === was) return now;',
    replace: 'if (now?.text === was || was === undefined) return now;',
    fails: 'test/settings/files-meanwhile.test.ts',
  },
  {
    name: 'A symbolic link is followed out of the project',
    file: 'src/files/root.ts',
    find: 'if (isBelow(realpathSync.native(root), real)) return real;',
    replace: 'if (isBelow(root, resolve(root, path))) return real;',
    fails: 'test/settings/files.test.ts',
  },
  {
    name: 'An entry that a person changed by hand is written once more beside it',
    file: 'src/settings/ownership/merge-list.ts',
    find: '    held.add(one);\n',
    replace: '',
    fails: 'test/settings/cli-edited.test.ts',
  },
  {
    name: 'Removal takes away a file that was there before our entries',
    file: 'src/settings/remove.ts',
    find: "return { text: text === '' && before ? undefined : text };",
    replace: 'return { text: before ? undefined : text };',
    fails: 'test/settings/cli-bytes.test.ts',
  },
  {
    name: 'The loss of every refusal of a guard is not an unsafe one',
    file: 'src/settings/findings/losses.ts',
    find: "if (!gate) return { severity: 'unsafe', code: 'no-refusal', agent: host.title };",
    replace: "if (!gate) return { severity: 'lossy', code: 'no-refusal', agent: host.title };",
    fails: 'test/settings/claude.test.ts',
  },
  {
    name: 'Coverage takes a matcher whose names cannot be listed to meet no other tool',
    file: 'src/settings/coverage/coverage.ts',
    find: "if (!names || binding.given?.tool === 'mcp') return 'some';",
    replace: "if (binding.given?.tool === 'mcp') return 'some';\n  if (!names) return false;",
    fails: 'test/settings/foreign-matchers.test.ts',
  },
  {
    name: 'No finding tells of a script that is not executable',
    file: 'src/settings/findings/script.ts',
    find: 'accessSync(path, constants.X_OK);',
    replace: 'accessSync(path, constants.F_OK);',
    fails: 'test/settings/told.test.ts',
  },
  {
    name: 'A row of the report shows the least of several losses of a hook',
    file: 'src/cli/report.ts',
    find: "const order: readonly Severity[] = ['unsafe', 'lossy', 'cosmetic'];",
    replace: "const order: readonly Severity[] = ['cosmetic', 'lossy', 'unsafe'];",
    fails: 'test/settings/reports.test.ts',
  },
  {
    name: 'Bad usage ends with exit code 1, which means that a guard would be weaker',
    file: 'src/cli/main.ts',
    find: 'return error instanceof CommanderError && error.exitCode ? 2 : 0;',
    replace: 'return error instanceof CommanderError ? error.exitCode : 0;',
    fails: 'test/settings/cli-shown.test.ts',
  },
  {
    name: 'The exit code of sync --check is 0 although the runner is out of date',
    file: 'src/cli/sync.ts',
    find: 'one.changed || one.stale || one.edited',
    replace: 'one.changed || one.edited',
    fails: 'test/settings/cli-check.test.ts',
  },
  {
    name: 'A hook is told that a field of its own agent’s pages, which the event ignores, is another agent’s',
    file: 'src/translate/strange.ts',
    find: 'const rest = without(response, [...(agent.common ?? []), ...(own.ignored ?? [])]);',
    replace: 'const rest = response;',
    fails: 'test/statements/own-fields.test.ts',
  },
];
