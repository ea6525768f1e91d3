/** The forms and the workflows in .github. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts, engines } = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};
const files = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
  .map((name) => `.github/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.(?:yml|md)$/.test(name));
const inFolder = (folder: string): string[] =>
  files.filter((name) => name.startsWith(`.github/${folder}/`));

interface Step {
  run?: string;
  uses?: string;
  with?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps: Step[];
}
interface Workflow {
  on: unknown;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Field {
  type: string;
  id: string;
  attributes: { label: string; description?: string };
}

test.each(files)('%s names only scripts and files that are there', (file) => {
  const text = textOf(file);
  const run = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name]) => name);
  for (const name of run) expect(Object.keys(scripts)).toContain(name);
  const named = text.match(/(?<![\w/.])(?:docs\/[\w/-]+\.md|\.ci\/\w+|CHANGELOG\.md|site\/pages)/g);
  for (const path of named ?? [])
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});

describe.each(inFolder('workflows'))('%s', (file) => {
  const workflow = parse(textOf(file)) as Workflow;
  const jobs = Object.values(workflow.jobs);

  test('may read the repository, and its jobs may no more than they say', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const granted = jobs.flatMap(({ permissions }) => Object.entries(permissions ?? {}));
    for (const [what, how] of granted)
      expect(['contents: read', 'pages: write', 'id-token: write']).toContain(`${what}: ${how}`);
  });

  test('uses actions of GitHub alone, each at a fixed commit whose version is named', () => {
    const used = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
    const lines = textOf(file).match(/uses: .*/g) ?? [];
    for (const line of lines) expect(line).toMatch(/ # v\d+\.\d+\.\d+$/);
    expect(lines).toHaveLength(used.length);
  });

  test('ends in time, and leaves no token in a checkout', () => {
    for (const { 'timeout-minutes': minutes, steps } of jobs) {
      expect(minutes).toBeGreaterThan(0);
      for (const { uses, with: given } of steps)
        if (uses?.startsWith('actions/checkout@'))
          expect(given).toMatchObject({ 'persist-credentials': false });
    }
  });

  test('runs on the oldest Node that is served', () => {
    const [, major] = /(\d+)/.exec(engines.node) ?? [];
    expect(textOf(file)).toMatch(new RegExp(`node-version: ${major}$|node:${major}-`, 'm'));
  });
});

const runLines = (file: string): string[] =>
  Object.values((parse(textOf(file)) as Workflow).jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );

test('the package is published with provenance, after the check, and only for the version of the tag', () => {
  const file = '.github/workflows/release.yml';
  const lines = runLines(file);
  const at = (text: string) => lines.findIndex((line) => line.startsWith(text));
  expect(at('test "$GITHUB_REF_NAME" = "v$(node -p')).toBeGreaterThanOrEqual(0);
  expect(at('npm ci')).toBeGreaterThan(at('test "$GITHUB_REF_NAME"'));
  expect(at('npm run check')).toBeGreaterThan(at('npm ci'));
  expect(at('npm publish --provenance --access public')).toBeGreaterThan(at('npm run check'));
  const { jobs, on } = parse(textOf(file)) as Workflow;
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs.publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  // Nothing of the project runs where a statement can be signed.
  const published = jobs.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(published.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['npm publish']);
  expect(published[0]).toContain('--ignore-scripts');
  expect(at('git merge-base --is-ancestor HEAD origin/main')).toBeGreaterThanOrEqual(0);
});

test('CI runs .ci/run, and the site is built and tested before it is published', () => {
  expect(runLines('.github/workflows/ci.yml')).toContain('.ci/run');
  const { steps = [] } = (parse(textOf('.github/workflows/site.yml')) as Workflow).jobs.build ?? {};
  const tested = steps.findIndex(({ run }) => run === 'npm ci && npm run test:site');
  const uploaded = steps.findIndex(({ uses }) => uses?.includes('upload-pages-artifact'));
  expect(tested).toBeGreaterThanOrEqual(0);
  expect(uploaded).toBeGreaterThan(tested);
});

describe.each(
  inFolder('ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml')),
)('%s', (file) => {
  const form = parse(textOf(file)) as { name: string; description: string; body: Field[] };

  test('is a form as GitHub reads it', () => {
    expect([typeof form.name, typeof form.description]).toEqual(['string', 'string']);
    const ids = form.body.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, id, attributes } of form.body) {
      expect(['input', 'textarea', 'dropdown']).toContain(type);
      expect(id).toMatch(/^[\w-]+$/);
      expect(attributes.label).not.toBe('');
    }
  });

  test('warns of secrets wherever it asks for what a command printed or an agent sent', () => {
    const pasted = form.body.filter(({ attributes }) =>
      /anyhook doctor|payload/i.test(attributes.label + (attributes.description ?? '')),
    );
    for (const { id, attributes } of pasted.filter(({ type }) => type === 'textarea'))
      if (id !== 'changed')
        expect(attributes.description).toMatch(/Look for secrets before you paste/);
  });
});

test('the form for a bug asks for the agent, its version, what was expected, and `anyhook doctor --json`', () => {
  const { body } = parse(textOf('.github/ISSUE_TEMPLATE/bug.yml')) as { body: Field[] };
  const labels = body.map(({ attributes }) => attributes.label).join('\n');
  for (const asked of ['`anyhook doctor --json`', 'agent, in which version', 'did you expect'])
    expect(labels).toContain(asked);
});
