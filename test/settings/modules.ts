/** Projects with hooks in TypeScript. */
import { type Files, type Project, project } from './project.ts';

/** A guard of shell commands in TypeScript, in two files. */
export const guardSource = {
  'hooks/guard.ts': `import { deny, hook } from 'anyhook/hook';
import { isBad } from './rules.ts';

export default hook({
  beforeTool(call) {
    if (call.tool === 'shell' && isBad(call.input.command)) return deny('use the trash');
  },
});
`,
  'hooks/rules.ts': `export const isBad = (line: string): boolean => /\\brm -rf\\b/.test(line);\n`,
};

/** Returns a text of `anyhook.yaml` with one hook of a module, and a test. */
export const moduleYaml = (path: string, more = ''): string => `version: 1
hooks:
  - on: before-tool
    tools: [shell]
    module: ${path}
${more}tests:
  - { call: rm -rf /, expect: deny }
  - { call: ls, expect: pass }
`;

/** Makes a project whose guard is a module. It has settings of Claude Code and Gemini CLI. */
export const moduleProject = (files: Files = {}, name = 'project'): Project =>
  project(
    {
      'anyhook.yaml': moduleYaml('hooks/guard.ts'),
      ...guardSource,
      '.claude/settings.json': {},
      '.gemini/settings.json': {},
      ...files,
    },
    name,
  );
