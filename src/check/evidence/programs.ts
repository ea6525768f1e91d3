/** Which programs print nothing, which print words that are no answer, and which pass their input on. */

/** Programs that print nothing on stdout. */
const silentPrograms =
  /^(?:true|false|:|mkdir|cp|mv|rm|rmdir|touch|ln|cd|pushd|popd|set|shopt|export|local|declare|typeset|readonly|unset|read|mapfile|readarray|let|shift|trap|umask|sleep|chmod|chown|kill|wait|break|continue|hash|logger|notify-send|osascript|terminal-notifier|afplay|aplay|paplay|mpg123|say|espeak|espeak-ng|spd-say|open|xdg-open|wall|test|\[|\[\[|ulimit|alias|flock|tput|clear|sync|gzip|tar|zip|dd|tmux|powershell\.exe)$/;
/** Programs whose output is for people: what they print is no JSON object that an agent takes for an answer. */
const wordyPrograms =
  /^(?:git|date|ls|pwd|whoami|id|hostname|uname|stat|du|df|wc|which|type|basename|dirname|realpath|readlink|mktemp|ps|pgrep|seq|env|find|tree|file|diff|sha\d*sum|md5sum|shasum|cksum|base64|od|xxd|openssl|uuidgen|tsc|eslint|prettier|biome|oxlint|dprint|stylelint|standard|xo|jest|vitest|mocha|black|ruff|isort|autopep8|yapf|flake8|pylint|mypy|pyright|pytest|gofmt|goimports|golangci-lint|rustfmt|clippy|clang-format|clang-tidy|shfmt|shellcheck|rubocop|standardrb|erb-format|ktlint|ktfmt|google-java-format|scalafmt|swiftformat|swiftlint|terraform|tofu|tflint|buf|stylua|luacheck|nixfmt|alejandra|mix|php-cs-fixer|pint|phpstan|csharpier|markdownlint|markdownlint-cli2|taplo|yamllint|hadolint|cmake-format|zprint|ormolu|fourmolu|elm-format|dart|flutter|gradle|gradlew|mvn|cargo|go|make|tee-log|lint-staged|semgrep|gitleaks|trufflehog|djlint|sqlfluff|prettierd|eslint_d|xmllint|tidy|htmlhint|svelte-check|vue-tsc|astro|knip|cspell|typos|codespell)$/;
/** Programs that run another program, whose name is the first word behind their options. */
const startingPrograms =
  /^(?:npx|bunx|pnpx|pnpm|yarn|npm|bun|uvx|uv|poetry|pipenv|rye|hatch|pipx|bundle|timeout|gtimeout|nohup|nice|ionice|stdbuf|sudo|xargs|env|exec|command|time|dotnet|deno)$/;
/** Words of package managers that come before the name of a program, or that stand for scripts of a project. */
const scriptWords = /^(?:run|exec|x|dlx|tool|--)$/;
/** Words behind a package manager that name a script of the project which only tells people something. */
const projectScripts =
  /^(?:test|tests|lint|format|fmt|fix|build|typecheck|type-check|check|prettier|eslint|install|ci|audit)\b/;
/** Programs that print lines of their input, or a change of them. */
const passingPrograms =
  /^(?:grep|egrep|fgrep|rg|sed|awk|gawk|head|tail|tr|cut|sort|uniq|rev|tee|fold|nl|tac|paste|column|iconv|xargs)$/;

/** What a program prints: nothing, words that are no answer, its input, or something that is not known. */
export type ProgramOutput = 'nothing' | 'words' | 'input' | 'unknown';

/**
 * Tells what a program prints.
 * @param words - The words of its command.
 */
export function outputOf(words: readonly string[]): ProgramOutput {
  const [first = '', ...rest] = words;
  const name = first.replace(/^.*\//, '');
  if (silentPrograms.test(name)) return 'nothing';
  if (wordyPrograms.test(name)) return 'words';
  if (name === 'command' || name === 'hash') return 'words';
  if (
    /^(?:\w*grep|rg)$/.test(name) &&
    rest.some((word) => /^-\w*q|^--(?:quiet|silent)$/.test(word))
  )
    return 'nothing';
  if (passingPrograms.test(name) && name !== 'xargs') return 'input';
  if (!startingPrograms.test(name)) return 'unknown';
  const at = rest.findIndex(
    (word) => !/^[-+]|^\d+\w?$|=|^\{\}$/.test(word) && !scriptWords.test(word),
  );
  const started = rest.slice(at < 0 ? rest.length : at);
  if (!started.length) return 'words';
  if (/^(?:npm|pnpm|yarn|bun|dotnet|deno)$/.test(name) && projectScripts.test(started[0] ?? ''))
    return 'words';
  return outputOf([(started[0] ?? '').replace(/@[\w.^~]+$/, ''), ...started.slice(1)]);
}
