import type { Json } from '../../src/util/json.ts';
import { factOf, vendorsStating } from '../facts.ts';

/** Gemini CLI's name of a tool, by the name of another vendor. */
const called: Readonly<Record<string, string>> = Object.assign(
  {},
  ...vendorsStating('offeredNames').map((vendor) => factOf(vendor, 'offeredNames')),
);

/** Returns the tools on offer under names that do not depend on the vendor; of an MCP tool, without its server. */
export function normalizeOffer(offered: { mode: unknown; names: unknown } | undefined): unknown {
  const { mode = 'AUTO', names } = offered ?? {};
  if (!Array.isArray(names)) return offered;
  const plain = names.map((name) =>
    typeof name === 'string'
      ? (called[name] ?? name.replace(/^(?:mcp_)?srv_{1,2}|^.*\//, ''))
      : name,
  );
  return { mode, names: [...new Set(plain)].sort() };
}

/** Returns arguments in a form that does not depend on the vendor: a patch that adds a file as its path and text, and a range up to the end of a file as its first line. */
export function normalizeInput(input: Json): Json {
  const { command, view_range: range } = input;
  const [, file, text = ''] =
    (typeof command === 'string' &&
      /^\*\*\* Begin Patch\n\*\*\* Add File: (.+)\n((?:\+.*\n)*)\*\*\* End Patch\n?$/.exec(
        command,
      )) ||
    [];
  if (file !== undefined) return { ...input, command: { file, text: text.replace(/^\+/gm, '') } };
  return Array.isArray(range) && range[1] === -1 ? { ...input, view_range: [range[0]] } : input;
}
