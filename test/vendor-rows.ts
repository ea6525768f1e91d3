/** The differences between an agent and its own documentation, as the agent's page in `docs/vendors/` lists them. */
import { readFileSync } from 'node:fs';

const heading = '## What its pages get wrong\n';

/** Returns the cells of every row of the table of an agent's page: what the pages say, what the client does, what anyhook does, evidence. */
export function listDifferences(id: string): string[][] {
  const page = readFileSync(new URL(`../docs/vendors/${id}.md`, import.meta.url), 'utf8');
  const [, after = ''] = page.split(heading);
  const [section = ''] = after.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));
}
