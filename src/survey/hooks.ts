/** Describes the hooks of one settings file. */
import type { Vendor } from '../adapters/index.ts';
import { checkSettingsAndLines } from '../check/check.ts';
import { checkModules } from '../check/module.ts';
import { listTargets } from '../convert/targets.ts';
import type { PersonFiles, Trust } from '../mapping/presence.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { agentVendors, formatOf } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { mapSteps } from '../util/progress.ts';
import { inScope } from './files.ts';
import { groupFindings } from './findings-of-hook.ts';
import { type EntryOfHook, findEntries } from './lines.ts';
import { findModuleProblem } from './module-problems.ts';
import { findRunnerProblem } from './runner-of-line.ts';
import { findTruths, isAtGate, refusesAtCrash, sortTruths } from './truth.ts';
import { dropsFile, truthOfFinding } from './truth-of-findings.ts';
import type { FileSurvey, HookSurvey, Truth } from './types.ts';

/** Fills in the hooks and the findings of a file that an agent loads. */
export function surveyHooks(
  agent: Vendor,
  file: FileSurvey,
  workspace: Workspace,
  files: PersonFiles,
): void {
  const { settings, owner, scope } = file;
  if (!settings) return;
  const there = inScope(workspace, scope);
  const findings = checkAll(owner, settings, there);
  const hooks = [...settings.hooks, ...settings.unknown];
  const entries = findEntries(owner, settings);
  const findingsOf = groupFindings(findings);
  const ofHooks = new Map(hooks.map((one) => [one, findingsOf(one, settings)]));
  const isOfHook = new Set([...ofHooks.values()].flat());
  file.findings = findings.filter((finding) => !isOfHook.has(finding));
  const dropping = findings.find(dropsFile);
  file.hooks = mapSteps(`Looking at the hooks of ${file.file}`, hooks, (one) => {
    const entry = entries.get(one);
    const place = entry && {
      file: file.path,
      event: one.event,
      group: one.index,
      entry: entry.entry,
    };
    const ofHook = tableOf(agent).presence?.trust?.ofHook;
    const trust: Trust =
      file.trust === 'trusted' && place && ofHook ? ofHook(place, files) : file.trust;
    return surveyHook(agent, one, {
      file,
      entry,
      trust,
      findings: ofHooks.get(one) ?? [],
      dropping,
      workspace: there,
    });
  });
}

/**
 * Returns all findings about a file, also about hooks that anyhook starts there. A neutral file is checked for the
 * agents that `anyhook sync` writes for, or for all agents if there is none.
 */
function checkAll(owner: Vendor, settings: Settings, workspace: Workspace): Finding[] {
  const targets = formatOf(owner).holdsAllDialects
    ? listTargets(settings.hooks, owner, workspace)
    : [owner];
  const hosts = targets.length ? targets : agentVendors();
  const findings = checkSettingsAndLines(owner, settings, workspace, hosts);
  // What switches hooks off is told from all files of an agent.
  return findings.filter(({ code }) => code !== 'switched-off');
}

interface Context {
  file: FileSurvey;
  entry: EntryOfHook | undefined;
  trust: Trust;
  findings: Finding[];
  /** The finding for which the agent drops the whole file. */
  dropping: Finding | undefined;
  workspace: Workspace;
}

function surveyHook(agent: Vendor, one: ReadHook, context: Context): HookSurvey {
  const { file, entry, trust, findings, dropping, workspace } = context;
  const { hook, event, at, wrapped } = one;
  const isNeutral = formatOf(agent).holdsAllDialects;
  const isGate = isNeutral
    ? isAtGate(hook.speaks, { ...one, event: hook.event })
    : isAtGate(file.owner, one);
  const refuses = isGate && refusesAtCrash(agent, one);
  const runnerProblem = entry && findRunnerProblem(entry, isGate, workspace);
  const moduleProblem =
    wrapped && !runnerProblem && findModuleProblem(hook, { isGate, refuses }, workspace);
  // A line whose module file is as its source has it does what the source says.
  const ofSource =
    wrapped && !moduleProblem
      ? checkModules([{ ...one, wrapped: false }], workspace).filter(isOfHandler)
      : [];
  const all = [...findings, ...ofSource];
  const truths = findTruths(one, { workspace, file, isGate, findings: all });
  const isUnknown = file.settings?.unknown.includes(one) === true;
  if (isUnknown && !truths.some(({ code }) => code === 'never-runs')) {
    const why = `${adapterOf(agent).title} has no event ${event} that is known here`;
    truths.unshift({ code: 'unknown', cause: 'no-event', why });
  }
  const outer = [
    ...(runnerProblem ? [runnerProblem] : []),
    ...(moduleProblem ? [moduleProblem] : []),
    ...(dropping
      ? [{ ...truthOfFinding(dropping, workspace), code: 'never-runs', cause: 'file-dropped' }]
      : []),
    ...(trust === 'untrusted' ? [distrusted(agent, file)] : []),
    ...(trust === 'undecided' && file.trust === 'trusted' ? [notYetTrusted(agent, file)] : []),
  ] as Truth[];
  const [truth = { code: 'unknown' }, ...others] = sortTruths([...outer, ...truths]);
  const trustsEach = tableOf(agent).presence?.trust?.ofHook !== undefined;
  const asksFirst = trustsEach && (trust === 'unknown' || trust === 'undecided');
  return {
    number: 0,
    name: displayNameOf(hook),
    hook,
    event: isNeutral ? hook.event : event,
    at,
    wrapped,
    ...(one.sharedEntry && { sharedEntry: one.sharedEntry }),
    line: entry?.line,
    isGate,
    ...(isGate && { refusesAtCrash: refuses }),
    trust,
    ...(asksFirst && { asksFirst }),
    findings: all,
    truth,
    alsoTrue: others.filter(({ code }) => code !== 'guards' && code !== 'runs'),
  };
}

const isOfHandler = ({ code }: Finding): boolean =>
  code === 'no-handler' || code === 'misnamed-handler';

const distrusted = (agent: Vendor, { scope }: FileSurvey): Truth => ({
  code: 'never-runs',
  cause: 'untrusted',
  why: `you told ${adapterOf(agent).title} not to trust this project`,
  remedy: { text: tableOf(agent).activation.nextStep[scope] },
});

const notYetTrusted = (agent: Vendor, { scope }: FileSurvey): Truth => ({
  code: 'never-runs',
  cause: 'not-yet-trusted',
  why: `you have not told ${adapterOf(agent).title} to trust this hook, or the entry has moved since`,
  remedy: { text: tableOf(agent).activation.nextStep[scope] },
});
