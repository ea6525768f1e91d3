/** Prints what `anyhook init` finds and does. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FileConversion } from '../convert/job.ts';
import { tableOf } from '../settings/tables.ts';
import { hasChanges, type Plan } from '../starters/plan.ts';
import { type Starter, scriptPathOf, starters, testPathOf } from '../starters/starters.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { quoteTypedWord } from '../util/shell/typed-word.ts';
import { type Flags, type Found, suggestAgents } from './init-answers.ts';
import { wrapText } from './paint.ts';
import { describeSubfolder } from './project.ts';
import { warnOfIgnoredFiles } from './report/ignored.ts';
import { formatChange } from './report/index.ts';

/**
 * Returns lines about the agents and the hooks that are there.
 *
 * @param isAsking Whether the person is asked which agents to take. Else those that are said to be missing are no news.
 */
export function describeFound(found: Found, { agents: named }: Flags, isAsking: boolean): string[] {
  const { agents, withHooks, neutral } = found;
  const rows = agents.map(({ agent, title, program, isUsedByProject, isUsedByPerson }) => {
    const why = isUsedByProject
      ? 'has settings in this project'
      : program !== undefined
        ? 'installed'
        : isUsedByPerson
          ? 'you have used it'
          : 'found';
    return wrapText('  ', `${title} (${agent}): ${why}`);
  });
  const ofAgents = rows.length ? ['Agents found:', ...rows] : ['No agent was found here.'];
  const lines = [
    ...(named === undefined && (rows.length || isAsking) ? ofAgents : []),
    ...withHooks.map(({ title, files, count }) =>
      wrapText(
        '',
        `${title} has ${count === 1 ? 'a hook' : `${count} hooks`} in ${files.join(', ')}.`,
      ),
    ),
    ...(neutral === undefined
      ? []
      : [wrapText('', `${neutral} is there: its hooks are written for each agent.`)]),
  ];
  return lines.length ? [...lines, ''] : [];
}

/**
 * Returns the message for a run without a terminal: the typed line with `--yes`, and with flags for what would be asked.
 */
export function explainWhatToType(
  found: Found,
  { agents, hooks, hook, from, verbose }: Flags,
): string {
  const [{ agent = undefined } = {}] = found.withHooks;
  const isOpen = (hooks ?? hook ?? from) === undefined && found.neutral === undefined;
  const suggested = suggestAgents(found).join(',') || 'claude,gemini';
  const words = [
    ...['--agents', agents ?? suggested],
    ...(from === undefined ? [] : ['--from', from]),
    ...(hooks === undefined ? [] : ['--hooks', hooks]),
    ...(hook === undefined ? [] : ['--hook', hook]),
    ...(isOpen && agent === undefined ? ['--hooks', starters.map(({ id }) => id).join(',')] : []),
    ...(isOpen && agent !== undefined ? ['--from', agent] : []),
    ...(verbose ? ['-v'] : []),
  ].map((word) => quoteTypedWord(word));
  return [
    'anyhook init asks questions, and there is no terminal to ask in. Nothing was written.',
    `Type: anyhook init ${words.join(' ')} --yes`,
    'To see the files before, put --dry-run in place of --yes.',
  ].join('\n');
}

/**
 * Returns the files that would be written.
 *
 * @param isWhole Whether to show their contents, and not only their names.
 */
export function formatPlan(
  { files, conversions }: Plan,
  isWhole: boolean,
  isVerbose = false,
): string[] {
  if (!isWhole) return [];
  const changes = [
    ...files.map(({ before = '', ...file }) => ({ before, ...file })),
    ...conversions.flatMap((one) => one.files.filter(({ before, text }) => before !== text)),
  ];
  return changes.flatMap((one) => [formatChange(one, isVerbose), '']);
}

/** Returns the names of the settings files that change, and of the folder `.anyhook` if that does. */
function namesOf({ files, conversions }: Plan): string[] {
  const settings = conversions.flatMap((one) =>
    one.files.filter(({ before, text }) => before !== text).map(({ file }) => file),
  );
  const runner = conversions.some(({ stale }) => stale) ? ['.anyhook'] : [];
  return [...new Set([...files.map(({ file }) => file), ...settings, ...runner])];
}

/** Tells whether programs of a project find the package, which a global installation does not give them. */
const findsPackage = (root: string): boolean =>
  attempt(() => createRequire(join(root, 'x.js')).resolve('anyhook/hook/testing')) !== undefined;

/** Returns lines about what to do with a starter that is a module; none for another. */
function describeModule(starter: Starter, root: string): string[] {
  const test = testPathOf(starter);
  if (!starter.isModule || test === undefined) return [];
  const isTypeScript = test.endsWith('.ts');
  const runsTypeScript = (process.features as { typescript?: unknown }).typescript;
  const program = isTypeScript && !runsTypeScript ? 'npx tsx' : 'node';
  return [
    ...(findsPackage(root) ? [] : ['  npm install --save-dev anyhook  # the test imports it']),
    `  ${program} --test ${test}  # tests the hook alone`,
    wrapText('  ', `After each change of ${scriptPathOf(starter)}: anyhook sync`),
  ];
}

/** Returns lines about what was written, and what to do next. */
export function describeNext(plan: Plan, end: 'nothing' | 'written'): string[] {
  const { wishes, conversions, hasTests } = plan;
  const written =
    end === 'nothing'
      ? ['Everything is there already: nothing was written.']
      : [wrapText('Written: ', namesOf(plan).join(', '))];
  const withHooks = conversions.filter(({ rows }) => rows.some(({ how }) => how !== 'lost'));
  const steps = withHooks.map(
    ({ to }) => `${adapterOf(to).title}: ${tableOf(to).activation.nextStep.project}`,
  );
  const scripts = plan.files.flatMap(({ file }) => (file.includes('/') ? file : []));
  return [
    ...written,
    ...(end === 'written' ? describeSubfolder(wishes.root) : []),
    ...warnOfIgnoredFiles(conversions, { scope: 'project', root: wishes.root }, scripts),
    '',
    'Next:',
    ...(withHooks.length ? ["  anyhook test 'rm -rf /'  # asks each guard"] : []),
    ...(hasTests ? ['  anyhook test             # runs the tests of anyhook.yaml'] : []),
    ...wishes.starters.flatMap((one) => describeModule(one, wishes.root)),
    ...(conversions.some(({ rows }) => rows.length)
      ? []
      : [
          wrapText(
            '  ',
            `No agent has a hook yet. Write one into anyhook.yaml, and then type: anyhook sync --to ${wishes.agents.join(',')}`,
          ),
        ]),
    ...(end === 'written' ? [wrapText('  ', `Commit ${namesOf(plan).join(', ')}.`)] : []),
    ...steps.map((step) => wrapText('  ', step)),
  ];
}

/** Returns a plan as `--json` prints it. */
export function planToJson(plan: Plan, end: 'nothing' | 'shown' | 'written' | 'refused'): object {
  const { wishes, files, conversions } = plan;
  const toRow = ({ file, before, text }: FileConversion['files'][number]) => ({
    file,
    isNew: before === '',
    text,
  });
  return {
    end,
    agents: wishes.agents,
    hooks: wishes.starters.map(({ id }) => id),
    from: wishes.from ?? null,
    changes: hasChanges(plan),
    files: [
      ...files.map(({ before = '', ...file }) => toRow({ before, ...file })),
      ...conversions.flatMap((one) =>
        one.files.filter(({ before, text }) => before !== text).map(toRow),
      ),
    ],
  };
}
