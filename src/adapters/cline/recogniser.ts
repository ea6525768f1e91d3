import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { internalNames } from './base.ts';

const fileNames = new Map<unknown, string>(
  Object.entries({ ...internalNames, PreCompact: 'PreCompact' }).flatMap(([file, name]) => [
    [name, file],
    [file, file],
  ]),
);
const pluginNames: readonly unknown[] = [
  ...['sessionStart', 'beforeRun', 'afterModel'],
  ...['beforeTool', 'afterTool', 'afterRun', 'runFailed'],
];

/** Returns the plugin hook that gets an argument, by the keys of the argument. Undefined: none does. */
function inferPluginHook(payload: Json): string | undefined {
  const has = (key: string) => payload[key] !== undefined;
  if (!isObject(payload.snapshot) || has('type')) return undefined;
  if (has('toolCall')) return has('result') ? 'afterTool' : 'beforeTool';
  if (has('assistantMessage')) return 'afterModel';
  if (has('request')) return undefined;
  return has('result') ? 'afterRun' : 'beforeRun';
}

/**
 * Returns the native event of a payload. A hook file gets the internal name of the event, in VS Code the name of the file. The
 * argument of a plugin hook names no event without the key that our plugin adds. Undefined: the payload is of no event.
 */
export function nativeEventOf(payload: Json): string | undefined {
  const { hookName, hook } = payload;
  if (hookName !== undefined) return fileNames.get(hookName);
  if (hook === undefined) return inferPluginHook(payload);
  return pluginNames.includes(hook) ? (hook as string) : undefined;
}

/** Returns how certain it is that a payload is from this client: 0 no, 1 perhaps, 2 if no other agent could send it. */
export function recognise(payload: Json): 0 | 1 | 2 {
  if (nativeEventOf(payload) === undefined) return 0;
  const { hookName, taskId, clineVersion, snapshot, session } = payload;
  if (hookName === undefined) return isObject(snapshot) || isObject(session) ? 2 : 1;
  return typeof taskId === 'string' || clineVersion !== undefined ? 2 : 1;
}
