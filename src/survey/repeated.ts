/** Finds hooks that an agent runs twice for one event. */
import type { Vendor } from '../adapters/index.ts';
import { scriptPathOf } from '../check/script.ts';
import { scriptOf as scriptOnLine } from '../settings/command-line/script.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { groupBy } from '../util/group.ts';
import { parseSimpleCommand } from '../util/shell/line.ts';
import { inScope } from './files.ts';
import { scopeFlagOf } from './remedies.ts';
import { addTruth } from './truth.ts';
import type { FileSurvey, HookSurvey } from './types.ts';

interface Place {
  one: HookSurvey;
  file: FileSurvey;
}

const isForAll = (matcher: string | undefined): boolean =>
  matcher === undefined || ['', '*', '.*'].includes(matcher);

/** Tells whether two hooks are started for the same calls, at least for some. */
const overlap = (a: HookSurvey, b: HookSurvey): boolean =>
  isForAll(a.hook.matcher) || isForAll(b.hook.matcher) || a.hook.matcher === b.hook.matcher;

/** Returns the words behind the script on the line of a hook: with other words, a script is another hook. */
function argumentsOf({ one: { hook } }: Place): string[] {
  const line = shellLineOf(hook) ?? '';
  const script = scriptOnLine(line)?.path;
  const words = parseSimpleCommand(line)?.words.map(({ text }) => text) ?? [];
  return script !== undefined && words.includes(script)
    ? words.slice(words.indexOf(script) + 1)
    : [];
}

/** Tells whether an agent starts only one of two hooks. */
function startsOnce(agent: Vendor, a: Place, b: Place): boolean {
  // Of two shim lines for one hook, one in the settings of another agent, the second does nothing.
  if (a.one.wrapped && b.one.wrapped && (a.file.role === 'loaded') !== (b.file.role === 'loaded'))
    return true;
  const isEqual = a.one.line === b.one.line && a.one.hook.name === b.one.hook.name;
  return tableOf(agent).firing.startsDuplicatesOnce === true && isEqual;
}

/** Adds to each hook that an agent starts another hook with the same script and arguments for the same calls, if it does. */
export function findRepeatedHooks(
  agent: Vendor,
  files: readonly FileSurvey[],
  workspace: Workspace,
): void {
  const places = files.flatMap((file) => file.hooks.map((one): Place => ({ one, file })));
  const alive = places.filter(({ one }) => !['never-runs', 'unknown'].includes(one.truth.code));
  const scriptOf = ({ one, file }: Place): string =>
    scriptPathOf(one.hook, inScope(workspace, file.scope)) ?? shellLineOf(one.hook)?.trim() ?? '';
  const groups = groupBy(alive, (place) =>
    JSON.stringify([place.one.event, scriptOf(place), argumentsOf(place)]),
  );
  for (const group of groups.values()) {
    group.forEach((later, i) => {
      const earlier = group
        .slice(0, i)
        .find((one) => overlap(one.one, later.one) && !startsOnce(agent, one, later));
      if (!earlier || !scriptOf(later)) return;
      const line = earlier.one.at ? `:${earlier.one.at.line}` : '';
      addTruth(later.one, {
        code: 'runs-twice',
        cause: earlier.file === later.file ? 'same-file' : 'two-files',
        why: `${earlier.file.file}${line} starts it for the same event too`,
        remedy:
          later.file.role === 'loaded'
            ? {
                command: `anyhook convert ${later.file.owner} ${later.file.owner} --force --write${scopeFlagOf(later.file.scope)}`,
                text: 'Let anyhook start the hook in both files: then it runs once.',
              }
            : { text: 'Remove one of the two entries.' },
      });
    });
  }
}
