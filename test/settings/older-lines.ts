const clears = `HOOK_NODE_OPTIONS="\${NODE_OPTIONS#}" HOOK_OPENSSL_CONF="\${OPENSSL_CONF#}" NODE_OPTIONS= OPENSSL_CONF= NODE_COMPILE_CACHE= NODE_CHANNEL_FD= `;
const denial =
  '{"decision":"deny","reason":"anyhook: the runner did not run, or was killed. Is node in PATH? Else run anyhook sync, or anyhook convert again."}';

/** A settings text of Gemini CLI with converted lines as 0.1.0 wrote them, with the variables cleared or not. */
export function asWrittenBefore(text: string, clearing = ''): string {
  const json = (line: string) => JSON.stringify(line).slice(1, -1);
  return text.replace(
    /\/bin\/sh \.anyhook\/sh (.*?) && false \|\| \[ \$\? = 9 \] \|\| (\{ echo [^}]*\}|echo '\{\}')/g,
    (_, words: string, end: string) =>
      `${json(clearing)}node .anyhook/run.cjs run ${words} || ${end[0] === '{' ? json(`echo '${denial}'`) : end}`,
  );
}

export const clearing: string = clears;
