/** What Claude Code 2.1.330 was seen to take for a settings file with hooks; of any other it runs none. */
import { z } from 'zod';

const text = z.string();
const texts = z.array(text);
const common = {
  timeout: z.number().gt(0).optional(),
  if: text.optional(),
  once: z.boolean().optional(),
  statusMessage: text.optional(),
};
const onFailure = z.enum(['block', 'continue']).optional();
const model = {
  ...common,
  prompt: text,
  model: text.optional(),
  continueOnBlock: z.boolean().optional(),
};

const entry = z.discriminatedUnion('type', [
  z.looseObject({
    ...common,
    type: z.literal('command'),
    command: text,
    args: texts.optional(),
    shell: z.enum(['bash', 'powershell']).optional(),
    async: z.boolean().optional(),
    asyncRewake: z.boolean().optional(),
    rewakeMessage: text.optional(),
    rewakeSummary: text.optional(),
    onFailure,
  }),
  z.looseObject({
    ...common,
    type: z.literal('http'),
    url: z.url(),
    headers: z.record(text, text).optional(),
    allowedEnvVars: texts.optional(),
    onFailure,
  }),
  z.looseObject({ ...model, type: z.literal('prompt') }),
  z.looseObject({ ...model, type: z.literal('agent') }),
  z.looseObject({
    ...common,
    type: z.literal('mcp_tool'),
    server: text,
    tool: text,
    input: z.record(text, z.unknown()).optional(),
  }),
]);

const group = z.looseObject({ matcher: text.optional(), hooks: z.array(entry) });

/** Why no hook of a file runs; undefined: all do that are as they should. */
export function dropped(file: string): string | undefined {
  let value: { hooks?: Record<string, unknown>; disableAllHooks?: unknown };
  try {
    value = JSON.parse(file.replace(/^\ufeff/, ''));
  } catch (error) {
    return String(error);
  }
  const { hooks = {}, disableAllHooks = false } = value;
  if (typeof disableAllHooks !== 'boolean') return 'disableAllHooks';
  // At other events an entry that is wrong is dropped alone.
  const [why] = ['PreToolUse', 'PermissionRequest'].flatMap((event) => {
    const list = hooks[event] ?? [];
    return bad(list).map((path) => `${event}: ${path}`);
  });
  return why;
}

/** What is wrong in the list of an event. */
export const bad = (list: unknown): string[] =>
  z
    .array(group)
    .safeParse(list)
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

/** What is wrong in a file, at events that the client knows. */
export const wrongIn = (file: string): string[] => {
  const { hooks = {} } = JSON.parse(file) as { hooks?: Record<string, unknown> };
  return Object.values(hooks).flatMap(bad);
};
