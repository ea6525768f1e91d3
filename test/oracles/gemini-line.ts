/** How Gemini CLI 0.61.0 makes the text that bash is given out of a hook's `command`: its own code. */

type Env = Readonly<Record<string, string | undefined>>;

/** When it loads settings: cli/src/utils/envVarResolver.ts. */
export const loaded = (text: string, env: Env): string =>
  text.replace(/\$(?:(\w+)|{([^}]+?)(?::-([^}]*))?})/g, (match, one, two, otherwise) => {
    const name = one || two || '';
    if (!name) return match;
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return value ?? otherwise ?? match;
  });

/** shell-quote 1.8.3, of one text. */
export function quoted(s: string): string {
  if (s === '') return ''; // escapeShellArg
  if (/["\s\\]/.test(s) && !/'/.test(s)) return `'${s.replace(/(['])/g, '\\$1')}'`;
  if (/["'\s]/.test(s)) return `"${s.replace(/(["\\$`!])/g, '\\$1')}"`;
  return String(s).replace(/([A-Za-z]:)?([#!"$&'()*,:;<=>?@[\\\]^`{|}])/g, '$1\\$2');
}

/** When it runs a hook: core/src/hooks/hookRunner.ts, expandCommand. */
export const expanded = (command: string, cwd: string, plans: string, session: string): string =>
  command
    .replace(/\$GEMINI_PROJECT_DIR/g, () => quoted(cwd))
    .replace(/\$GEMINI_CWD/g, () => quoted(cwd))
    .replace(/\$GEMINI_PLANS_DIR/g, () => quoted(plans))
    .replace(/\$GEMINI_SESSION_ID/g, () => quoted(session))
    .replace(/\$CLAUDE_PROJECT_DIR/g, () => quoted(cwd));
