/** The workflows of GitHub: what they may do, and in what order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  'timeout-minutes'?: number;
  steps: Step[];
}

const folder = join(import.meta.dirname, '../.github/workflows');
const jobs: [string, Job][] = readdirSync(folder).flatMap((file) => {
  const workflow: { jobs: Record<string, Job> } = parse(readFileSync(join(folder, file), 'utf8'));
  return Object.entries(workflow.jobs).map(([name, job]): [string, Job] => [
    `${file} ${name}`,
    job,
  ]);
});

test.each(
  jobs,
)('%s ends in time, runs fixed commits of actions, and leaves no token in a checkout', (_, job) => {
  expect(job['timeout-minutes']).toBeGreaterThan(0);
  for (const { uses, with: given } of job.steps) {
    if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/);
    if (uses?.startsWith('actions/checkout@'))
      expect(given).toMatchObject({ 'persist-credentials': false });
  }
});

test('the site is tested before it is published', () => {
  const { steps } = new Map(jobs).get('site.yml build') as Job;
  const tested = steps.findIndex(({ run }) => run?.includes('npm run test:site'));
  const uploaded = steps.findIndex(({ uses }) => uses?.includes('upload-pages-artifact'));
  expect(tested).toBeGreaterThanOrEqual(0);
  expect(uploaded).toBeGreaterThan(tested);
});
