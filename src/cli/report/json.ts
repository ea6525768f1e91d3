/** Writes a conversion as JSON, for `--json`. */
import { severities } from '../../canonical/outcome.ts';
import { describeHookLoss } from '../../convert/hook-loss.ts';
import type { FileConversion } from '../../convert/job.ts';
import { describeFinding, type Finding, kindOfFinding } from '../../settings/finding.ts';
import { findFindingPage, findLossRow } from '../site-pages.ts';
import { describeGap, findRepeatedStarts } from './details.ts';

/** Returns a finding as JSON, with its kind, a text that describes it, and the address of the page about it. */
const findingToJson = (finding: Finding): object => ({
  ...finding,
  kind: kindOfFinding(finding),
  text: describeFinding(finding),
  docs: findFindingPage(finding.code),
});

/** Returns the result of a conversion as the JSON that `--json` prints. */
export function conversionToJson(done: FileConversion): object {
  const { from, to, source, file, changed, stale, edited, end, unsafe, findings } = done;
  const written = end === 'written';
  const hooks = done.rows.map((row) => {
    const { hook, number, at, how, events, losses, editedByHand } = row;
    const hint = 'hint' in row ? row.hint : undefined;
    const starts = findRepeatedStarts(done, row);
    const describedLosses = losses.map((loss) => ({
      ...loss,
      text: describeHookLoss(loss),
      docs: findLossRow(loss.code),
    }));
    return {
      ...hook,
      number,
      line: at?.line,
      how,
      events,
      severity:
        severities.find((worst) => losses.some(({ severity }) => severity === worst)) ?? null,
      losses: describedLosses,
      starts: starts.length ? starts : undefined,
      editedByHand: editedByHand && { line: editedByHand.at?.line },
      hint,
    };
  });
  const printed = {
    from,
    to,
    source,
    file,
    changed,
    stale,
    edited,
    written: written && (changed || stale),
    refused: end === 'refused',
    unsafe,
    ...(done.renewed?.length && { renewed: done.renewed }),
    hooks,
    coverage: done.gaps.map((gap) => {
      return { ...gap, severity: 'lossy', text: describeGap(to, gap) };
    }),
    findings: {
      source: findings.source.map(findingToJson),
      target: findings.target.map(findingToJson),
    },
  };
  return written ? printed : { ...printed, text: done.text };
}
