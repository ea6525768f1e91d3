/** The options of the functions of `anyhook/settings`. */
import { expect, test } from 'vitest';
import {
  AnyhookError,
  convertFile,
  convertText,
  removeConversions,
  syncHooks,
} from '../../src/exports/settings.ts';

const nowhere = { root: '/nowhere', home: '/nowhere' };
const file = { text: '', file: 'x.json' };
const functions: Record<string, (options: object) => unknown> = {
  convertText: (more) =>
    convertText({ from: 'claude', to: 'gemini', source: file, target: file, ...more }),
  convertFile: (more) => convertFile({ from: 'claude', to: 'gemini', ...nowhere, ...more }),
  syncHooks: (more) => syncHooks({ from: 'claude', to: ['gemini'], ...nowhere, ...more }),
  removeConversions: (more) => removeConversions('gemini', { ...nowhere, ...more }),
};

/** An option that does not exist, and the one that was meant. */
const misspelt: Record<string, readonly [string, string][]> = {
  convertText: [
    ['forse', 'force'],
    ['sourceWorkspaces', 'sourceWorkspace'],
    ['launchr', 'launcher'],
  ],
  convertFile: [
    ['dryrun', 'dryRun'],
    ['acceptLosses', 'acceptLoss'],
    ['writ', 'write'],
  ],
  syncHooks: [
    ['chek', 'check'],
    ['acceptLos', 'acceptLoss'],
  ],
  removeConversions: [
    ['dry-run', 'dryRun'],
    ['scop', 'scope'],
  ],
};

test.each(Object.keys(functions))('%s names the option that was probably meant', async (name) => {
  const work = async (options: object) => functions[name]?.(options);
  for (const [typed, meant] of misspelt[name] ?? []) {
    const error = await work({ [typed]: true }).catch((thrown: unknown) => thrown);
    expect(error, typed).toBeInstanceOf(AnyhookError);
    expect(error, typed).toMatchObject({
      code: 'usage',
      message: `options: unknown key "${typed}"; did you mean "${meant}"?`,
    });
  }
  const error = await work({ zzzzzz: 1 }).catch((thrown: unknown) => thrown);
  expect((error as AnyhookError).message).toMatch(/^options: unknown key "zzzzzz"; there are /);
});
