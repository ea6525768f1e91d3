// Runs the commands that the README shows, in the project that it describes, and puts their output into it.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../dist/anyhook.cjs', import.meta.url));
/** The hook scripts of that project. */
const scripts = [
  '.cursor/hooks/guard.sh',
  '.cursor/hooks/format.sh',
  '.cursor/hooks/tests-pass.sh',
];

/** Returns the first code block of a language that contains a text. Throws if there is none. */
const findBlock = (readme: string, language: string, content: string): string => {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  const block = [...blocks].find(([, text]) => text?.includes(content));
  if (!block) throw new Error(`the README has no ${language} block with ${content}`);
  return block[1] as string;
};

/** Returns the README in which each `$ anyhook` line is followed by what it prints now. */
export function withTranscripts(readme: string): string {
  const project = mkdtempSync(join(tmpdir(), 'anyhook-transcript-'));
  const writeFile = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  };
  try {
    for (const script of [...scripts, 'hooks/format.sh']) {
      writeFile(script, '#!/bin/sh\n');
      chmodSync(join(project, script), 0o755);
    }
    writeFile('.cursor/hooks.json', findBlock(readme, 'json', 'afterFileEdit'));
    return readme.replace(/```console\n\$ anyhook (.*)\n[\s\S]*?```/g, (_, args: string) => {
      // From `anyhook sync` on, the README describes another project, which has only an `anyhook.yaml`.
      if (args === 'sync') {
        rmSync(join(project, '.cursor/hooks.json'));
        writeFile('anyhook.yaml', findBlock(readme, 'yaml', 'version: 1'));
      }
      const { stdout, stderr } = spawnSync(process.execPath, [executable, ...args.split(' ')], {
        cwd: project,
        env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', HOME: project },
        encoding: 'utf8',
      });
      return `\`\`\`console\n$ anyhook ${args}\n${stdout}${stderr}\`\`\``;
    });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
