/** Two agents that do not exist and need more than a settings file: a plugin, and executables. */
import { fileURLToPath } from 'node:url';
import { convertFile } from '../../src/convert/convert-file.ts';
import type { Project } from './project.ts';

/** What starts the library for an agent that lines do not speak to: a script made of this one. */
export const runner = fileURLToPath(new URL('../throwaway/runner.ts', import.meta.url));
export const launcherOf = (script: string) => `'${process.execPath}' '${script}'`;

export const guard = `grep -q secret && { echo 'Not the secret.' >&2; exit 2; } || echo '{}'`;
/** A `settings.json` of Gemini CLI with a hook for each command. */
export const guarded = (...commands: string[]) =>
  JSON.stringify({
    hooks: { BeforeTool: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
  });

export const pluginFile = '.plugin/plugins/anyhook.mjs';
export const writePlugin = (p: Project, launcher: string) =>
  convertFile({
    ...{ from: 'gemini', to: 'plugin', root: p.dir, home: p.home },
    ...{ write: true, launcher, lines: 'apart' }, // the runner knows lines with one hook alone
  });

export const executableAt = (event: string) => `.executables/hooks/${event}`;
export const onTwoEvents = {
  hooks: {
    SessionStart: [{ hooks: [{ type: 'command', command: 'true' }] }],
    ...JSON.parse(guarded('true', guard)).hooks,
  },
};
export const executableEnds = (
  p: Project,
  launcher: string,
  more: Partial<Parameters<typeof convertFile>[0]> = {},
) => ({
  ...{ from: 'gemini', to: 'executables', root: p.dir, home: p.home, launcher },
  lines: 'apart' as const,
  ...more,
});
