import type { Json } from '../../../../src/util/json.ts';

const nativeNames: readonly unknown[] = [
  ...['SessionStart', 'SessionEnd', 'Prompt', 'PreTool', 'PostTool', 'Stop'],
];

/** Returns how certain it is that a payload is from this client: 0 no, 1 perhaps, 2 if no other agent could send it. */
export function recognise({ hook, folder }: Json): 0 | 1 | 2 {
  if (!nativeNames.includes(hook)) return 0;
  return typeof folder === 'string' ? 2 : 1;
}
