import type { Finished, Spoken } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';
import { ascii } from '../../util/json.ts';
import { quoted } from '../../util/quoted.ts';

const variable = 'CLAUDE_ENV_FILE';

/** Lines such as `export NAME=value`, as far as no shell is needed to read them. */
const line = /^\s*(?:export\s+)?(\w+)=(?:'([^']*)'|"([^"\\$`]*)"|([^\s'"\\$`;&|<>()]*))\s*$/;

/** What a hook exported for the commands of the session. */
export function exported(files: Finished['files']): Json | undefined {
  const found = (files?.[variable] ?? '').split('\n').flatMap((text) => {
    const [, name, ...values] = line.exec(text) ?? [];
    return name === undefined ? [] : [[name, values.find((one) => one !== undefined) ?? '']];
  });
  return found.length ? Object.fromEntries(found) : undefined;
}

/** Variables stand in the file, all else in the answer. */
export function says(response: Json | null): Spoken {
  const { env, ...rest } = response ?? {};
  const lines = Object.entries((env ?? {}) as Json).map(
    ([name, value]) => `export ${name}=${quoted(String(value))}\n`,
  );
  return {
    stdout: response ? `${ascii(rest)}\n` : '',
    stderr: '',
    exitCode: 0,
    ...(lines.length ? { files: { [variable]: lines.join('') } } : {}),
  };
}
