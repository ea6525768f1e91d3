import type { Habitat } from '../adapter.ts';

const windows = process.platform === 'win32';

/**
 * The words of a shell line that is one program by its path and plain arguments: a shell would
 * start just that, and would cost as much as the rest of the shim.
 */
export function plainWords(command: readonly string[]): [string, string[]] | undefined {
  const [line, more] = command as [string, string?];
  if (more !== undefined || windows || !/^[\w@%+:,./ -]+$/.test(line)) return undefined;
  const [file, ...args] = line.trim().split(/ +/) as [string, ...string[]];
  return file.includes('/') ? [file, args] : undefined;
}

/** What to start for a command: a shell with its line, or a program with its arguments. */
export function program(
  command: readonly string[],
  habitat: Pick<Habitat, 'shell' | 'expands' | 'aliases' | 'substitutes'>,
  env: NodeJS.ProcessEnv,
): [string, string[]] {
  const [line, ...args] = command as [string, ...string[]];
  if (args.length) return [line, args];
  if (windows) {
    const text = `${line}; if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }`;
    return ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', text]];
  }
  return [habitat.shell, ['-c', expand(line, habitat, env)]];
}

/**
 * Where the vendor puts a quoted value in place of `$NAME`, wherever it stands, a quoted reference
 * to the variable says the same to the shell, and never makes text of a path.
 */
export function expand(
  line: string,
  { expands: names, aliases, substitutes }: Pick<Habitat, 'expands' | 'aliases' | 'substitutes'>,
  env: NodeJS.ProcessEnv,
): string {
  if (!names.length || !line.includes('$')) return line;
  let out = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    const name = char === '$' ? names.find((one) => line.startsWith(one, i + 1)) : undefined;
    if (name) {
      const set = aliases?.[name] ?? name;
      if (quote === '"') out += `\${${set}}`;
      else out += quote ? `'"\${${set}}"'` : `"\${${set}}"`;
      i += name.length;
    } else if (char === '$' && quote === "'" && substitutes) {
      // Elsewhere the shell replaces it by itself.
      const [text, value] = variableAt(line, i, env);
      out += value;
      i += text.length - 1;
    } else if (char === '\\' && quote !== "'") {
      out += char + (line[++i] ?? '');
    } else {
      if (char === quote) quote = '';
      else if (!quote && (char === '"' || char === "'")) quote = char;
      out += char;
    }
  }
  return out;
}

const variable = /\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})/;

/** A reference inside single quotes: what stands there, and the shell's words for its value. */
function variableAt(line: string, at: number, env: NodeJS.ProcessEnv): [string, string] {
  const found = variable.exec(line.slice(at));
  if (found?.index !== 0 || found[0].includes("'")) return ['$', '$'];
  const [text, bare, braced, otherwise] = found;
  const name = (bare ?? braced) as string;
  if (!Object.hasOwn(env, name)) return [text, otherwise ?? text];
  return [text, /^[A-Za-z_]\w*$/.test(name) ? `'"\${${name}}"'` : text];
}

/** A text of the settings as their vendor has it once it has put its environment in. */
export const substituted = (text: string, env: NodeJS.ProcessEnv): string =>
  text.replace(new RegExp(variable, 'g'), (whole, bare, braced, otherwise) => {
    const name = bare ?? braced;
    return (Object.hasOwn(env, name) ? env[name] : otherwise) ?? whole;
  });
