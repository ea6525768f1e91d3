/** The page of tools: what each agent calls them, and their arguments. */
import type { z } from 'zod';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { type ToolName, tools } from '../../src/canonical/tool.ts';
import type { PathOrRow, ToolRow } from '../../src/mapping/adapter.ts';
import { rowOf } from '../../src/mapping/fields.ts';
import { hasNativeArguments } from '../../src/mapping/tools.ts';
import { neutralVendor } from '../../src/settings/formats/index.ts';
import { groupBy } from '../../src/util/group.ts';
import { keysOf } from '../../src/util/keys-of.ts';
import { printCode, printCodes, printPage, printTable } from '../markdown.ts';

const vendors = (Object.keys(adapters) as Vendor[]).filter((id) => id !== neutralVendor());

/** The MCP tool that stands for all of them on the page. */
const mcpTool = { server: 'github', tool: 'search' };

/** Lists the rows of a tool in the table of an agent. */
const rowsOf = (vendor: Vendor, tool: ToolName): readonly ToolRow[] =>
  adapters[vendor].tools.filter((row) => row.tool === tool && row.names.length);

/** Lists what an agent calls a tool. */
export const listNativeNames = (vendor: Vendor, tool: ToolName): string[] => [
  ...new Set(
    tool === 'mcp'
      ? [adapters[vendor].mcp.write(mcpTool)]
      : rowsOf(vendor, tool).flatMap(({ names }) => names),
  ),
];

/** Lists the names of a native argument. */
const pathsOf = (field: PathOrRow | undefined): readonly string[] =>
  field === undefined ? [] : [rowOf(field).at].flat();

/** Returns the table of the arguments of a tool, with a row for each native name. */
function describeArguments(tool: ToolName): string {
  const keys = Object.keys((tools[tool].input as z.ZodObject).shape).filter((key) =>
    vendors.some((vendor) => rowsOf(vendor, tool).some(({ input }) => input[key] !== undefined)),
  );
  const lines = vendors.flatMap((vendor) =>
    [...groupBy(rowsOf(vendor, tool), ({ names }) => names.join())].map(([, rows]) => [
      adapters[vendor].title,
      printCodes([...new Set(rows.flatMap(({ names }) => names))]),
      ...keys.map((key) =>
        printCodes([...new Set(rows.flatMap(({ input }) => pathsOf(input[key])))]),
      ),
    ]),
  );
  return printTable(['agent', 'tool', ...keys.map(printCode)], lines);
}

/** Returns the page `docs/reference/tools.md`. */
export function printTools(): string {
  const known = keysOf(tools).filter((tool) => tool !== 'other');
  const named = known.map((tool) => [
    hasNativeArguments(tool) ? tool : `[${tool}](#${tool})`,
    ...vendors.map((vendor) => printCodes(listNativeNames(vendor, tool))),
  ]);
  return printPage(
    '# Tools, side by side',
    `What each agent calls a tool, and its arguments. Written by \`npm run reference -- --write\` from the tables with which anyhook
translates calls. What the keys mean is in [the neutral dialect](../dialect.md), and which agent fires which event in
[events, side by side](../support.md).`,
    `An empty cell: the agent has no such tool, or anyhook knows none. anyhook reads each name in a cell. The row \`mcp\` has the name of the tool \`${mcpTool.tool}\` of the MCP server \`${mcpTool.server}\`. Every other tool is \`other\`.`,
    printTable(['tool', ...vendors.map((vendor) => adapters[vendor].title)], named),
    '## Arguments',
    `Each column is a key of \`input\` in a payload of the neutral dialect. Where several keys have one native name, its value
holds them all, such as a patch or a range of lines.`,
    ...known
      .filter((tool) => !hasNativeArguments(tool))
      .flatMap((tool) => [`### ${tool}`, describeArguments(tool)]),
  );
}
