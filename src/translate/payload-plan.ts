import { eventKinds, fieldKinds, toolKinds } from '../canonical/kinds.ts';
import type { ToolName } from '../canonical/tool.ts';
import type { Binding } from '../mapping/adapter.ts';
import { type FieldOp, makeOps } from '../mapping/fields.ts';

/**
 * The rows of a binding's payload table, prepared once and grouped by how they are decoded. The rows
 * of a tool's name, arguments and result are kept apart, since the tool table decodes their values.
 */
export interface PayloadPlan {
  /** All rows, in the order in which they are written. */
  readonly ops: readonly FieldOp[];
  /** Rows that belong to none of the groups below. */
  readonly plainOps: readonly FieldOp[];
  /** Rows of paths that are made absolute with the project folder, and decoded once it is known. */
  readonly projectOps: readonly FieldOp[];
  /** Row of the native tool name. */
  readonly name: FieldOp | undefined;
  /** Row of the object with the tool's arguments. */
  readonly input: FieldOp | undefined;
  /** Row of the tool's result. */
  readonly result: FieldOp | undefined;
  /** Rows of single arguments and results that the payload has outside `input` and `result`. */
  readonly outsideOps: readonly FieldOp[];
  /** The payload states the canonical tool (`tool`), so that no tool table is needed. */
  readonly hasCanonicalTool: boolean;
}

/** Canonical fields whose rows the plan keeps apart. */
const callPaths = ['event', 'name', 'input', 'result'];
/** First parts of the canonical paths of single arguments and of parts of the result. */
const callParts = ['input', 'result'];
/** Canonical fields that are absolute paths, made with the project folder. */
const projectPaths = ['path', 'directory', 'input.path', 'input.directory'];
const plans = new WeakMap<Binding, PayloadPlan>();

/** Returns the prepared rows of a binding's payload, made at the first call. */
export function payloadPlanOf(binding: Binding): PayloadPlan {
  const known = plans.get(binding);
  if (known) return known;
  const tool = toolKinds[binding.given?.tool as ToolName];
  const kinds = eventKinds[binding.event];
  const ops = makeOps(binding.payload, (path) => {
    if (path.startsWith('input.')) return tool?.input[path.slice('input.'.length)];
    if (path.startsWith('result.')) {
      return (tool ?? toolKinds.other).result[path.slice('result.'.length)];
    }
    return kinds[path] ?? fieldKinds.base[path];
  });
  const plainOps: FieldOp[] = [];
  const projectOps: FieldOp[] = [];
  const outsideOps: FieldOp[] = [];
  const callOps: Record<string, FieldOp> = {};
  for (const op of ops) {
    if (callPaths.includes(op.canonicalName)) callOps[op.canonicalName] = op;
    else if (binding.payload.name && callParts.includes(op.canonicalPath[0])) outsideOps.push(op);
    else (projectPaths.includes(op.canonicalName) ? projectOps : plainOps).push(op);
  }
  const plan: PayloadPlan = {
    ops,
    plainOps,
    projectOps,
    name: callOps.name,
    input: callOps.input,
    result: callOps.result,
    outsideOps,
    hasCanonicalTool: plainOps.some((op) => op.canonicalName === 'tool'),
  };
  plans.set(binding, plan);
  return plan;
}
