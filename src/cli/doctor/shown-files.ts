/** Says which settings files the report shows under which agent: a file that several agents load is shown once. */
import type { AgentSurvey, FileSurvey, HookSurvey, ProjectSurvey } from '../../survey/index.ts';
import { groupBy } from '../../util/group.ts';
import { shortTruth } from './words.ts';

/** A settings file as an agent loads it. */
export interface LoadedFile {
  title: string;
  file: FileSurvey;
}

/** A settings file, and the further agents that load it. */
export interface ShownFile extends LoadedFile {
  loaders: LoadedFile[];
}

/** Lists the files of all agents, each once: under its own agent, or under the first that loads it. */
export function listShownFiles({ agents }: Pick<ProjectSurvey, 'agents'>): ShownFile[] {
  const all = agents.flatMap(({ title, files }) =>
    files.map((file): LoadedFile => ({ title, file })),
  );
  return [...groupBy(all, ({ file }) => file.path).values()].flatMap((group) => {
    const shown = group.find(({ file }) => file.role !== 'loaded') ?? group[0];
    return shown ? [{ ...shown, loaders: group.filter((one) => one !== shown) }] : [];
  });
}

/** Returns the files that the report shows under an agent. */
export const filesUnder = ({ title }: AgentSurvey, shown: readonly ShownFile[]): ShownFile[] =>
  shown.filter((one) => one.title === title);

/** Returns the hook of a file as another agent loads it. Undefined: that agent does not read it so. */
export const sameHookIn = (one: HookSurvey, { file }: LoadedFile): HookSurvey | undefined =>
  file.hooks.find((other) => JSON.stringify(other.at) === JSON.stringify(one.at));

/** Returns what is true of a hook under those agents for which it is something else than under the first. */
export function truthsElsewhere(
  one: HookSurvey,
  { loaders }: ShownFile,
): { titles: string[]; other: HookSurvey }[] {
  const others = loaders.flatMap((loader) => {
    const other = sameHookIn(one, loader);
    return other && other.truth.code !== one.truth.code ? [{ title: loader.title, other }] : [];
  });
  return [...groupBy(others, ({ other }) => shortTruth(other.truth)).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ titles: group.map(({ title }) => title), other: first.other }] : [];
  });
}
