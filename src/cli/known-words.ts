/**
 * Names that other modules state, as lists. The build computes them, so that the first bundle of the command line, which
 * prints help and finds out what a mistyped line means, loads none of those modules.
 */
import { adapters, type Vendor } from '../adapters/index.ts';
import { type ToolName, tools } from '../canonical/tool.ts';
import { neutralVendor } from '../settings/formats/index.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import { starters } from '../starters/starters.ts';
import { keysOf } from '../util/keys-of.ts';

/** Returns the id of every agent, and of the canonical dialect. */
export const listAgentIds = (): readonly Vendor[] => keysOf(adapters);

/** Returns the id of the vendor whose settings file holds the hooks of every agent. */
export const neutralId = (): Vendor => neutralVendor();

/** Returns the words by which a person chooses hooks to begin with. */
export const listStarterIds = (): readonly string[] => starters.map(({ id }) => id);

/** Returns the agents with the settings file that each has in a project. */
export const listProjectFiles = (): readonly (readonly [Vendor, string | undefined])[] =>
  vendorIds().map((id) => [id, tableOf(id).files.own.project] as const);

/** Returns the names of the arguments of each tool that has a fixed shape. */
export const listArguments = (): Partial<Record<ToolName, readonly string[]>> =>
  Object.fromEntries(
    keysOf(tools).map((name) => {
      const { input } = tools[name];
      return [name, 'shape' in input ? Object.keys(input.shape) : []];
    }),
  );
