// A vendor that `npm run new-vendor` has just written, in a copy of this repository.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaffoldVendor } from '../scripts/vendors/scaffold.ts';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'new-vendor-'));
let written: string[] = [];

beforeAll(() => {
  const parts = ['src', 'test', 'scripts', 'bench', 'docs', 'fixtures'];
  const inRepository = (path: string) => !path.includes('node_modules');
  for (const name of [...parts, 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: inRepository });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  written = scaffoldVendor(copy, 'acme', 'Acme Code');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the conformance suite says of the vendor, in a process that loads the copy. */
function conform(): string {
  const code = `import { conform } from './test/conformance.ts';
import { adapters } from './src/adapters/index.ts';
console.log(conform(adapters).join('\\n'));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}

test('a new vendor changes the generated lists, and otherwise only its own four places', () => {
  const own =
    /^(?:src\/adapters|fixtures)\/acme\/|^test\/oracles\/acme\.ts$|^docs\/vendors\/acme\.md$/;
  expect(written.filter((path) => !own.test(path))).toEqual([
    'src/adapters/index.ts',
    'src/adapters/dialects.ts',
    'src/adapters/settings.ts',
    'test/oracles/list.ts',
  ]);
});

test('a new vendor compiles, with all tests', () => {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: copy });
});

test('the page of a new vendor is filled from its tables, and the overview of agents names it', () => {
  const script = join(copy, 'scripts/agent-pages.ts');
  execFileSync(process.execPath, ['--import', 'tsx', script, '--write'], { cwd: copy });
  const page = readFileSync(join(copy, 'docs/vendors/acme.md'), 'utf8');
  expect(page).toMatch(/^\| about \| Acme Code \|$/m);
  expect(page).toContain('anyhook convert claude acme --write');
  const overview = readFileSync(join(copy, 'docs/agents.md'), 'utf8');
  expect(overview).toContain('[Acme Code](vendors/acme.md)');
});

test('a new vendor conforms, and each fixture that is taken away is named with an example', () => {
  expect(conform()).toBe('');
  for (const name of ['PreTool-open_file', 'Stop'])
    rmSync(join(copy, `fixtures/acme/payloads/${name}.json`));
  const missing = conform();
  expect(missing).toContain(
    'acme open_file: has no payload. Add fixtures/acme/payloads/PreTool-open_file.json, such as {"source":',
  );
  expect(missing).toContain('acme Stop: has no payload. Add fixtures/acme/payloads/Stop.json');
  rmSync(join(copy, 'fixtures/acme/finished.json'));
  expect(conform()).toContain('fixtures/acme/finished.json is missing. Write it, such as {');
});
