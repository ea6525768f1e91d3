import { AnyhookError } from '../errors.ts';
import { describeValue } from '../util/describe-value.ts';
import { outcomeSeverities } from './kinds.ts';
import type { OutcomeKey, Severity } from './types.ts';

export type { Severity } from './types.ts';

/** Something that could not be carried from one dialect to another. `path` says where it was. */
export type Loss =
  | { kind: 'untold'; path: string } // an event field for which the dialect has no place
  | { kind: 'unsaid'; path: OutcomeKey; value?: unknown } // a part of an outcome that the host cannot express
  | { kind: 'stricter'; path: OutcomeKey; from: string; to: string } // it was replaced by something stricter
  | { kind: 'cut'; path: OutcomeKey } // it was cut short, since the host reads only so many characters
  | { kind: 'unhidden'; path: OutcomeKey; severity: Severity } // the agent sees it, and also the result that it should hide
  | { kind: 'delayed'; path: OutcomeKey } // it waits in memory for a later event of the session
  | { kind: 'implied'; path: string; value: unknown } // a value that the host requires, and that no hook asked for
  | { kind: 'odd'; path: string } // a native field that is missing, or not as its agent's tables say
  | { kind: 'unheard'; path: string } // a key of the hook's response that no agent has
  | { kind: 'kept'; path: string } // an argument that a rewrite left out, and that the call keeps
  | { kind: 'unmade'; path: string } // a part of a rewrite, for a call that the host does not make
  | { kind: 'dropped'; path: string }; // an argument that a rewrite sets, and that the host's call cannot have

/** Returns the error for a value that is no loss. */
const noLoss = (value: unknown): AnyhookError =>
  new AnyhookError(
    'usage',
    `the loss: ${describeValue(value)}: say one of the losses of an answer`,
  );

/** Throws `usage` for a value that is no loss. */
function checkLoss(value: Loss): void {
  try {
    const { kind, path } = value;
    if (typeof kind === 'string' && typeof path === 'string') return;
  } catch {
    // It is described below.
  }
  throw noLoss(value);
}

/**
 * Returns how much a loss matters.
 *
 * @throws {AnyhookError} `usage`: the value is no loss
 * @example
 * severityOf({ kind: 'unsaid', path: 'replaced', value: '[removed]' }); // 'unsafe'
 */
export function severityOf(loss: Loss): Severity {
  checkLoss(loss);
  switch (loss.kind) {
    case 'unsaid':
      return loss.value === 'allow' ? 'cosmetic' : outcomeSeverities[loss.path];
    case 'unhidden':
      return loss.severity;
    case 'stricter':
    case 'cut':
    case 'delayed':
    case 'implied':
    case 'odd':
    case 'unheard':
    case 'unmade':
      return 'lossy';
    case 'untold':
    case 'kept':
    case 'dropped':
      return 'cosmetic';
    default:
      throw noLoss(loss);
  }
}

/**
 * Describes a loss in one line.
 *
 * @throws {AnyhookError} `usage`: the value is no loss
 * @example
 * describeLoss({ kind: 'stricter', path: 'decision', from: 'ask', to: 'deny' }); // 'decision: ask became deny'
 */
export function describeLoss(loss: Loss): string {
  checkLoss(loss);
  switch (loss.kind) {
    case 'untold':
      return `${loss.path}: the script’s agent has no place for it, so the script does not get it`;
    case 'unsaid':
      return `${loss.path}: the host has no form for it`;
    case 'stricter':
      return `${loss.path}: ${loss.from} became ${loss.to}`;
    case 'unhidden':
      return `${loss.path}: the agent gets it, and also the result that it should hide`;
    case 'cut':
      return `${loss.path}: cut short, because the host reads no longer answer`;
    case 'delayed':
      return `${loss.path}: kept for a later event of the session`;
    case 'implied':
      return `${loss.path}: ${JSON.stringify(loss.value)} is added, because the host requires it`;
    case 'unmade':
      return `${loss.path}: dropped, because the host does not make the call that it changes`;
    case 'odd':
      return `${loss.path}: missing, or of the wrong kind; passed on as well as possible`;
    case 'unheard':
      return `${loss.path}: no agent has this key of an answer, so it has no effect`;
    case 'kept':
      return `${loss.path}: the rewritten call leaves it out, and keeps what the host has`;
    case 'dropped':
      return `${loss.path}: the rewritten call sets it, and the host has no place for it`;
    default:
      throw noLoss(loss);
  }
}
