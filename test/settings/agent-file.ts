/** The text of an agent's settings file and the value in it, whether the file is JSON or a plugin that we generate. */
import type { Vendor } from '../../src/adapters/index.ts';
import { agentVendors, formatOf } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';

/** Tells whether the settings file of a vendor is a plugin: a program of ours that holds hooks, and nothing else that a person writes. */
export const isPlugin = (vendor: string | undefined): boolean =>
  vendor !== undefined && tableOf(vendor).syntax.plugin !== undefined;

/** The agents whose settings file is one of their own, which a person writes too. */
export const agentsWithOwnFile = (): Vendor[] => agentVendors().filter((id) => !isPlugin(id));

/** Returns the agent whose plugin has a path, in a project or (`~/…`) in the home folder. Undefined: it is no plugin. */
export const agentOfPlugin = (path: string): Vendor | undefined =>
  agentVendors().find((id) => {
    const { project, user } = tableOf(id).files.own;
    return isPlugin(id) && [project, `~/${user}`].includes(path);
  });

/**
 * Returns the text of a settings file with a value.
 *
 * @param vendor Undefined: the file is JSON, whoever has it.
 * @param indent As in `JSON.stringify`. The JSON in a plugin ends with a line of its own, so it is never on one line.
 */
export function writeAgentFile(
  vendor: string | undefined,
  value: object,
  indent: string | number = 2,
): string {
  const json = JSON.stringify(value, undefined, indent);
  return vendor !== undefined && isPlugin(vendor) ? writePlugin(vendor, json) : `${json}\n`;
}

/** Returns the plugin of a vendor with JSON in it as it stands, of which the last line is `}`. */
export function writePlugin(vendor: string, json: string): string {
  const { project } = tableOf(vendor).files.own;
  const lists = [{ path: ['hooks', 'x'], remove: [], add: [{}] }];
  const made = formatOf(vendor).edit(vendor, '', project, { lists });
  const [start, end] = [made.indexOf('{'), made.indexOf('\n};\n')];
  return made.slice(0, start) + json.replace(/\s*\}$/, '') + made.slice(end);
}

/** Returns the JSON in the text of a settings file: all of it, or the constant in a plugin. */
export function jsonIn(vendor: string | undefined, text: string): string {
  if (!isPlugin(vendor)) return text;
  const [, json] = /^const settings = (\{[\s\S]*?\n\});\r?$/m.exec(text) ?? [];
  if (json === undefined) throw new Error(`no settings in the plugin of ${vendor}:\n${text}`);
  return json;
}

/** Returns the value in the text of a settings file. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it wrote
export const readAgentFile = (vendor: string | undefined, text: string): any =>
  JSON.parse(jsonIn(vendor, text));
