/** Shows and makes the safe changes of `doctor --fix`. */

import { withLock } from '../../files/lock.ts';
import type { ProjectSurvey } from '../../survey/index.ts';
import { toPlainLine, wrapText } from '../paint.ts';
import { canAsk, confirm } from '../questions.ts';
import { formatChange } from '../report/index.ts';
import { print } from '../spelling.ts';
import type { Fix } from './fixes.ts';

/** Returns the changes as text: a sentence for each, and the difference where the text of a file changes. */
export const describeFixes = (fixes: readonly Fix[]): string =>
  fixes
    .map(({ text, change }) =>
      [wrapText('- ', toPlainLine(text)), ...(change ? [formatChange(change)] : [])].join('\n'),
    )
    .join('\n\n');

/**
 * Prints the changes, asks unless the person has said yes already, and makes them. Throws `write`.
 *
 * @param isAgreed Whether the person has said yes already.
 */
export async function applyFixes(
  fixes: readonly Fix[],
  { workspace }: ProjectSurvey,
  isAgreed: boolean,
): Promise<void> {
  if (!fixes.length) {
    print('Nothing to change that needs no decision of yours.');
    return;
  }
  print(describeFixes(fixes));
  print();
  const isWanted = isAgreed || (canAsk() && (await confirm('Make these changes?')));
  if (!isWanted) {
    print(
      wrapText(
        '',
        canAsk()
          ? 'Nothing was changed.'
          : 'Nothing was changed. To make these changes: anyhook doctor --fix --yes',
      ),
    );
    return;
  }
  await withLock({ path: workspace.root, scope: 'project' }, () => {
    for (const { apply } of fixes) apply();
  });
  print(`Done: ${fixes.length} ${fixes.length === 1 ? 'change' : 'changes'}.`);
}
