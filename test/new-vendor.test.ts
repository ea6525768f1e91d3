// What `npm run new-vendor` refuses, and the generated lists of vendors.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexCommand, listStaleLists } from '../scripts/vendors/index-files.ts';
import { scaffoldVendor } from '../scripts/vendors/scaffold.ts';

const root = join(import.meta.dirname, '..');

test('the lists of vendors are as the folders of src/adapters say', () => {
  expect(listStaleLists(root), `run: ${indexCommand}`).toEqual([]);
});

test.each([
  ['qwen', undefined, 'There is a vendor or a file called "qwen": src/adapters/qwen.'],
  [
    'happenings',
    undefined,
    'There is a vendor or a file called "happenings": test/oracles/happenings.ts.',
  ],
  ['Acme', undefined, 'The id "Acme" cannot be used: it must be 2 to 30 lower-case letters'],
  ['../up', undefined, 'The id "../up" cannot be used'],
  ['import', undefined, 'The id "import" is a word of JavaScript.'],
  ['nobodyyet', "Nobody's", 'The title "Nobody\'s" cannot be used'],
])('the id %s with the title %s is refused', (id, title, reason) => {
  expect(() => scaffoldVendor(root, id, title)).toThrow(reason);
});
