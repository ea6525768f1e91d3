/** The page of losses: what cannot be carried from one agent to another. */
import { describeLoss, type Loss, severityOf } from '../../src/canonical/loss.ts';
import { outcomeFields, outcomeTraitsOf } from '../../src/canonical/outcome.ts';
import type { Severity } from '../../src/canonical/types.ts';
import { describeHookLoss, type LossReason } from '../../src/convert/hook-loss.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { keysOf } from '../../src/util/keys-of.ts';
import { printCode, printPage, printTable } from '../markdown.ts';

/** A kind of loss of one call: an example of it, and what to do. */
interface LossHelp {
  example: Loss;
  remedy: string;
}

const nothing = 'nothing';

/** Every kind of loss of one call. */
export const lossHelp = {
  unsaid: {
    example: { kind: 'unsaid', path: 'replaced', value: '[removed]' },
    remedy:
      'answer with a key that the host honours: `anyhook capabilities AGENT`; for a guard, refuse the call before it runs',
  },
  unhidden: {
    example: { kind: 'unhidden', path: 'output', severity: 'unsafe' },
    remedy: 'refuse the call before it runs',
  },
  stricter: {
    example: { kind: 'stricter', path: 'decision', from: 'ask', to: 'deny' },
    remedy: 'nothing, if a refusal will do; for a question, `ask: host`',
  },
  cut: {
    example: { kind: 'cut', path: 'reason' },
    remedy: 'shorten the text',
  },
  delayed: {
    example: { kind: 'delayed', path: 'context' },
    remedy: nothing,
  },
  implied: {
    example: { kind: 'implied', path: 'permission', value: 'allow' },
    remedy: nothing,
  },
  odd: {
    example: { kind: 'odd', path: 'tool_input' },
    remedy: 'update anyhook: the agent may be newer',
  },
  unheard: {
    example: { kind: 'unheard', path: 'decison' },
    remedy: 'correct the key; [answers.md](../answers.md) lists those of every agent',
  },
  unmade: {
    example: { kind: 'unmade', path: 'input' },
    remedy: 'refuse the call in place of changing it',
  },
  untold: {
    example: { kind: 'untold', path: 'input.description' },
    remedy: 'do without the value: the hook’s own agent has no such key',
  },
  kept: {
    example: { kind: 'kept', path: 'input.timeout' },
    remedy: nothing,
  },
  dropped: {
    example: { kind: 'dropped', path: 'input.description' },
    remedy: nothing,
  },
} as const satisfies { readonly [K in Loss['kind']]: LossHelp & { example: { kind: K } } };

/** A loss of a hook that is converted: an example of it, how much it matters, and what to do. */
interface HookLossHelp {
  example: LossReason;
  /** Its severity at most, and the one for a hook that guards nothing, where that differs. */
  severity: readonly Severity[];
  remedy: string;
}

const asGuard = ['unsafe', 'lossy'] as const;
const always = ['lossy'] as const;
const agent = 'Cursor';

/** Every loss of a hook that is converted. */
export const hookLossHelp = {
  'no-event': {
    example: { code: 'no-event', agent, event: 'BeforeModel' },
    severity: asGuard,
    remedy: 'write the guard for another event, or accept the loss: `--accept-loss=NAME`',
  },
  'no-refusal': {
    example: { code: 'no-refusal', agent },
    severity: asGuard,
    remedy: 'write the guard for an event before the call',
  },
  unheard: {
    example: { code: 'unheard', agent, answers: ['halt', 'message'] },
    severity: ['unsafe', 'lossy', 'cosmetic'],
    remedy: 'let the hook answer with something else there, or accept the loss',
  },
  'unknown-event': {
    example: { code: 'unknown-event', agent, event: 'beforeLunch' },
    severity: asGuard,
    remedy: 'correct the event, or update anyhook',
  },
  'event-voids': {
    example: { code: 'event-voids', agent, event: 'beforeLunch' },
    severity: asGuard,
    remedy: 'correct the event, or take the hook out',
  },
  'never-runs': {
    example: { code: 'never-runs', agent },
    severity: always,
    remedy: 'what the finding about the hook says: `anyhook doctor`',
  },
  'partly-told': {
    example: {
      code: 'partly-told',
      tool: 'read',
      why: tableOf('codex').firing.partialTools?.read?.why ?? '',
    },
    severity: asGuard,
    remedy: 'let the hook run for the tool that is named as well, or for every tool',
  },
  'failure-shown': {
    example: { code: 'failure-shown' },
    severity: always,
    remedy: 'refuse the call before it runs',
  },
  'question-refuses': {
    example: { code: 'question-refuses' },
    severity: always,
    remedy: '`ask: host` passes the question on where the host can ask',
  },
  'rewrite-refuses': {
    example: { code: 'rewrite-refuses' },
    severity: always,
    remedy: nothing,
  },
  'prompt-refuses': {
    example: { code: 'prompt-refuses' },
    severity: always,
    remedy: nothing,
  },
  'halt-refuses': {
    example: { code: 'halt-refuses' },
    severity: always,
    remedy: '`halt: strict` refuses every further call until the next prompt',
  },
  'halt-hides': { example: { code: 'halt-hides' }, severity: always, remedy: nothing },
  'hiding-halts': { example: { code: 'hiding-halts' }, severity: always, remedy: nothing },
  'context-later': {
    example: { code: 'context-later', agent },
    severity: always,
    remedy: nothing,
  },
  'time-cut': {
    example: { code: 'time-cut', agent, seconds: 1.5 },
    severity: always,
    remedy: 'make the hook faster there',
  },
  awaited: {
    example: { code: 'awaited', agent },
    severity: always,
    remedy: 'let the script start what is slow in the background',
  },
  'side-by-side': {
    example: { code: 'side-by-side', agent },
    severity: always,
    remedy: 'put what must happen in turn into one hook',
  },
  'order-lost': {
    example: { code: 'order-lost', agent, first: 'rewrite' },
    severity: ['unsafe'],
    remedy: 'let both hooks share a line (`--lines together`), or put them into one script',
  },
  'order-unproved': {
    example: { code: 'order-unproved', agent, first: 'rewrite' },
    severity: ['unsafe'],
    remedy: 'let both hooks share a line (`--lines together`), or put them into one script',
  },
  'order-made': {
    example: { code: 'order-made', first: 'rewrite' },
    severity: ['unsafe'],
    remedy: 'let both hooks share a line (`--lines together`), or put them into one script',
  },
  'variable-unset': {
    example: { code: 'variable-unset', agent, names: ['CLAUDE_PLUGIN_ROOT'] },
    severity: asGuard,
    remedy: 'give the hook the variable as `env`, or write the path in the line',
  },
  'settings-variable': {
    example: { code: 'settings-variable', from: 'Claude Code', to: agent, names: ['TOKEN'] },
    severity: asGuard,
    remedy: 'what the sentence says',
  },
  'values-lost': {
    example: { code: 'values-lost' },
    severity: asGuard,
    remedy: 'restore `.anyhook/kept.json`',
  },
  'values-personal': {
    example: { code: 'values-personal', file: '.claude/settings.local.json' },
    severity: asGuard,
    remedy: 'what the sentence says, or `--force`',
  },
  'values-shown': {
    example: { code: 'values-shown', names: ['TOKEN'] },
    severity: always,
    remedy: 'leave `--launcher` out',
  },
  'line-unread': {
    example: { code: 'line-unread', problem: 'unknown flag --newflag' },
    severity: asGuard,
    remedy: 'update anyhook',
  },
  'left-behind': {
    example: { code: 'left-behind', path: 'guard.sh', folder: '.cursor/hooks' },
    severity: asGuard,
    remedy:
      'move the file to where both agents find it, or write its path from the root of the project',
  },
  'plugin-elsewhere': {
    example: { code: 'plugin-elsewhere', folder: '~/plugins/guard' },
    severity: asGuard,
    remedy: 'what the sentence says',
  },
  'windows-shell': {
    example: { code: 'windows-shell', agent, shell: 'PowerShell' },
    severity: asGuard,
    remedy: 'try the line there; without `--for windows` it is for other systems',
  },
  'model-answers': {
    example: { code: 'model-answers' },
    severity: asGuard,
    remedy: 'write a command that asks the model',
  },
  'mcp-answers': {
    example: { code: 'mcp-answers', server: 'github', tool: 'review' },
    severity: asGuard,
    remedy: 'write a command that asks the server',
  },
  'http-answers': {
    example: { code: 'http-answers', url: 'https://example.org/hook' },
    severity: asGuard,
    remedy: 'convert without `--raw`: the shim asks the server',
  },
  'module-answers': {
    example: { code: 'module-answers', path: 'hooks/guard.ts' },
    severity: asGuard,
    remedy: 'convert without `--raw`',
  },
  'runs-elsewhere': {
    example: { code: 'runs-elsewhere', systems: ['windows'] },
    severity: asGuard,
    remedy: 'convert on that system, or with `--for windows`',
  },
  'other-systems': {
    example: { code: 'other-systems', systems: ['windows'] },
    severity: always,
    remedy: 'convert on each system, or write one command that runs on all of them',
  },
  'unknown-handler': {
    example: { code: 'unknown-handler', type: 'wasm' },
    severity: asGuard,
    remedy: 'give the hook a `command`',
  },
  'unknown-keys': {
    example: { code: 'unknown-keys', agent: 'Claude Code', keys: ['retry'] },
    severity: asGuard,
    remedy: 'take the keys out, if the hook can do without them',
  },
  'serves-several': {
    example: { code: 'serves-several', vendor: 'cursor' },
    severity: asGuard,
    remedy: 'install the tool for the other agent by its own command, or `--force`',
  },
  'only-renamed': {
    example: { code: 'only-renamed', agent },
    severity: always,
    remedy: 'convert without `--raw`',
  },
} as const satisfies {
  readonly [K in LossReason['code']]: HookLossHelp & { example: { code: K } };
};

const severityMeanings: readonly (readonly [Severity, string])[] = [
  ['unsafe', 'a guard is weaker, or lost. `convert` and `sync` write nothing until you accept it'],
  ['lossy', 'something that the hook does is missing, or differs'],
  ['cosmetic', 'nothing that matters is missing'],
];

/** Returns the severity of a kind of loss, which may follow from what is lost. */
function severityCell(loss: Loss): string {
  if (loss.kind === 'unsaid') return 'by what is lost: see below';
  if (loss.kind === 'unhidden') return '`unsafe` or `lossy`';
  return printCode(severityOf(loss));
}

/** Returns the page `docs/reference/losses.md`. */
export function printLosses(): string {
  return printPage(
    '# Losses',
    `A loss is something that a hook can do or is told in its own agent, and not in another one. Written by
\`npm run reference -- --write\`; each sentence is the one that anyhook prints. Every case that any agent has is in
[what is impossible](../impossible.md). Below, the *host* is the agent that starts the hook.`,
    printTable(
      ['severity', 'what it means'],
      severityMeanings.map(([word, means]) => [printCode(word), means]),
    ),
    `Where a host cannot say an answer at a gate, anyhook refuses: the result is *stricter*, and never weaker. That is the kind
\`stricter\` below, and the losses of hooks whose codes end with \`-refuses\`.`,
    '## Losses of hooks',
    `\`anyhook convert\` and \`anyhook sync\` report them before a file is written: in the table, with \`-v\` as sentences, and with
\`--json\` as \`losses\` of each hook, with \`code\` and \`severity\`. Of two severities, the second is that of a hook that guards
nothing. \`describeHookLoss\` of \`anyhook/settings\` makes the sentence.`,
    printTable(
      ['code', 'severity', 'for example', 'what to do'],
      keysOf(hookLossHelp).map((one) => {
        const { example, severity, remedy } = hookLossHelp[one];
        const sentence = describeHookLoss({ ...example, severity: severity[0] } as Parameters<
          typeof describeHookLoss
        >[0]);
        return [printCode(one), severity.map(printCode).join(', '), sentence, remedy];
      }),
    ),
    '## Losses of one call',
    `When a hook runs, \`anyhook run\` writes them to its log (\`--log FILE\`, \`losses\`), and the functions \`say\`,
\`translate\` and \`hear\` return them. \`describeLoss\` makes the sentence, \`severityOf\` the severity. \`path\` is the key
that is concerned.`,
    printTable(
      ['kind', 'severity', 'for example', 'what to do'],
      keysOf(lossHelp).map((kind) => {
        const { example, remedy } = lossHelp[kind];
        return [printCode(kind), severityCell(example), describeLoss(example), remedy];
      }),
    ),
    '### Severity of `unsaid`',
    `By the key of the answer that the host cannot express. A plain \`allow\` that is not passed on is \`cosmetic\`.`,
    printTable(
      ['key', 'what it is', 'severity'],
      keysOf(outcomeFields).map((key) => [
        printCode(key),
        outcomeTraitsOf(key).label,
        printCode(severityOf({ kind: 'unsaid', path: key })),
      ]),
    ),
  );
}
