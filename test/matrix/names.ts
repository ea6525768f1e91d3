import type { Json } from '../../src/util/json.ts';
import { factOf, vendorsStating } from '../facts.ts';

/** What Gemini CLI calls the tools that others have other names for. */
const called: Readonly<Record<string, string>> = Object.assign(
  {},
  ...vendorsStating('offeredNames').map((vendor) => factOf(vendor, 'offeredNames')),
);

/** Names on offer without whose they are; of an MCP tool the tool's alone. */
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

/** The file, and what is written into it, of a patch that adds one; a range to the end as where it begins. */
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
