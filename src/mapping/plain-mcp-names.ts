import type { McpNames, McpTool } from './adapter.ts';

/** Lists the names that matchers may have for a tool beside that of the agent: the one with every `-` of its server and of itself. */
export const listUnfoldedNames = ({ server, tool }: McpTool): string[] => [
  `mcp__${server ?? ''}__${tool}`,
];

/** Replaces the characters that tool names do not have by `_`. */
const toPlainName = (name: string) => name.replace(/[^A-Za-z0-9_]/g, '_');

/** Lists the names from which a folded name may come: each `_` may have been a `-`. */
function listDashVariants(name: string): string[] {
  const [first = '', ...parts] = name.split('_');
  return parts.reduce(
    (starts, part) => starts.flatMap((start) => [`${start}_${part}`, `${start}-${part}`]),
    [first],
  );
}

/** Lists only two of these names: with `_` everywhere, and with `-` everywhere. */
const listUniformVariants = (name: string): string[] => [
  ...new Set([name, name.replaceAll('_', '-')]),
];

/** If the names of a server and its tool have more `_`, names that mix `_` and `-` are not listed: there are too many. */
const maxUnderscores = 10;

/** The names `mcp__SERVER__TOOL`, with `_` for every `-`, as several agents build them. */
export const plainMcpNames: McpNames = {
  foldName: (name) => name.replaceAll('-', '_'),
  read(name) {
    const match = /^mcp__(.+?)__(.+)$/.exec(name);
    return match ? { server: match[1], tool: match[2] as string } : undefined;
  },
  write: ({ server, tool }) => toPlainName(`mcp__${server ?? ''}__${tool}`),
  listSameNamed({ server, tool }) {
    const underscores = `${server}${tool}`.split('_').length - 1;
    const listVariants = underscores > maxUnderscores ? listUniformVariants : listDashVariants;
    return listVariants(server).flatMap((server) =>
      listVariants(tool).map((tool) => ({ server, tool })),
    );
  },
};
