// What the commands shown in the README print, run in the project the README describes.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../dist/anyhook.cjs', import.meta.url));
const scripts = [
  '.cursor/hooks/guard.sh',
  '.cursor/hooks/format.sh',
  '.cursor/hooks/tests-pass.sh',
];

const block = (readme: string, language: string, has: string): string => {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  const found = [...blocks].find(([, text]) => text?.includes(has));
  if (!found) throw new Error(`the README has no ${language} block with ${has}`);
  return found[1] as string;
};

/** The README with what its `$ anyhook` lines print. */
export function withTranscripts(readme: string): string {
  const project = mkdtempSync(join(tmpdir(), 'anyhook-transcript-'));
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  };
  try {
    for (const script of [...scripts, 'hooks/format.sh']) {
      put(script, '#!/bin/sh\n');
      chmodSync(join(project, script), 0o755);
    }
    put('.cursor/hooks.json', block(readme, 'json', 'afterFileEdit'));
    return readme.replace(/```console\n\$ anyhook (.*)\n[\s\S]*?```/g, (_, args: string) => {
      // The second part begins anew, with the neutral file.
      if (args === 'sync') {
        rmSync(join(project, '.cursor/hooks.json'));
        put('anyhook.yaml', block(readme, 'yaml', 'version: 1'));
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
