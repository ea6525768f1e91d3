/** Finds hooks that a setting switches off, in their own file or in another that the agent loads. */
import type { Vendor } from '../adapters/index.ts';
import { overlayValues } from '../convert/target-findings.ts';
import { tableOf } from '../settings/tables.ts';
import type { Json } from '../util/json.ts';
import { addTruth } from './truth.ts';
import type { FileSurvey } from './types.ts';

/** Adds to each hook of an agent that it is switched off, if it is. */
export function findSwitches(agent: Vendor, files: readonly FileSurvey[]): void {
  const { whyDisabled, switchesOwnFileOnly, required } = tableOf(agent).activation;
  if (!whyDisabled) return;
  const isOwn = ({ role }: FileSurvey) => role !== 'loaded' && role !== 'plugin';
  const contentOf = ({ settings }: FileSurvey): Json => settings?.value ?? {};
  const holding = files.filter((one) => isOwn(one) && !switchesOwnFileOnly?.(one.path));
  const common = holding.map(contentOf).reduce(overlayValues, {});
  for (const file of files) {
    const value = switchesOwnFileOnly?.(file.path)
      ? overlayValues(common, contentOf(file))
      : common;
    for (const one of file.hooks) {
      const reference = one.sharedEntry ?? {
        name: one.hook.name,
        command: one.line ?? one.hook.command,
      };
      const why = whyDisabled(value, reference);
      if (why === undefined) continue;
      const by = holding.find(
        (other) => other !== file && whyDisabled(contentOf(other), reference),
      );
      const isHere = whyDisabled(contentOf(file), reference) !== undefined;
      const where = !isHere && by ? ` in ${by.file}` : '';
      const setting = Object.entries(required)[0];
      const text = setting
        ? `Write ${JSON.stringify(setting[0])}: ${JSON.stringify(setting[1])} into the file.`
        : `Remove the setting${where || ` from ${file.file}`}.`;
      const remedy = { text, ...(setting && ({ fix: 'add-setting', path: file.path } as const)) };
      addTruth(one, { code: 'never-runs', cause: 'switched-off', why: `${why}${where}`, remedy });
      const { event, at } = one;
      one.findings.push({
        code: 'switched-off',
        event,
        why,
        ...(where && by && { by: by.file }),
        at,
      });
    }
  }
}
