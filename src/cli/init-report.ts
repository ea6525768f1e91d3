/** Prints what `anyhook init` finds and does. */
import type { FileConversion } from '../convert/job.ts';
import { tableOf } from '../settings/tables.ts';
import { hasChanges, type Plan } from '../starters/plan.ts';
import { starters } from '../starters/starters.ts';
import { adapterOf } from '../translate/host.ts';
import { type Found, suggestAgents } from './init-answers.ts';
import { wrapText } from './paint.ts';
import { warnOfIgnoredFiles } from './report/ignored.ts';
import { formatChange } from './report/index.ts';

/** Returns lines about the agents and the hooks that are there. */
export function describeFound(found: Found): string[] {
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
  return [
    ...(rows.length ? ['Agents found:', ...rows] : ['No agent was found here.']),
    ...withHooks.map(({ title, files, count }) =>
      wrapText(
        '',
        `${title} has ${count === 1 ? 'a hook' : `${count} hooks`} in ${files.join(', ')}.`,
      ),
    ),
    ...(neutral === undefined
      ? []
      : [
          wrapText(
            '',
            `${neutral} is there: it stays as it is, and its hooks are written for each agent.`,
          ),
        ]),
    '',
  ];
}

/** Returns the message for a run without a terminal that no flag tells what to do. */
export function explainWhatToType(found: Found): string {
  const agents = suggestAgents(found).join(',') || 'claude,gemini';
  const [{ agent = undefined } = {}] = found.withHooks;
  const source =
    found.neutral !== undefined
      ? ''
      : agent === undefined
        ? ` --hooks ${starters.map(({ id }) => id).join(',')}`
        : ` --from ${agent}`;
  return `anyhook init asks questions, and there is no terminal to ask in. Nothing was written.\nType: anyhook init --agents ${agents}${source} --yes\nTo look before: the same with --dry-run instead of --yes`;
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

/** Returns lines about what was written, and what to do next. */
export function describeNext(plan: Plan, end: 'nothing' | 'written'): string[] {
  const { wishes, hasNeutralFile, conversions } = plan;
  const tries = wishes.starters.some(({ id }) => id === 'shell') || hasNeutralFile;
  const written =
    end === 'nothing'
      ? ['Everything is there already: nothing was written.']
      : [wrapText('Written: ', namesOf(plan).join(', '))];
  const steps = conversions.map(
    ({ to }) => `${adapterOf(to).title}: ${tableOf(to).activation.nextStep.project}`,
  );
  const scripts = plan.files.flatMap(({ file }) => (file.includes('/') ? file : []));
  return [
    ...written,
    ...warnOfIgnoredFiles(conversions, { scope: 'project', root: wishes.root }, scripts),
    '',
    'Next:',
    ...(tries ? ["  anyhook test 'rm -rf /'  # asks each guard"] : []),
    '  anyhook test             # runs the tests of anyhook.yaml',
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
