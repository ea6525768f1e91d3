import type {
  Adapter,
  Bindings,
  Dialect,
  Firings,
  Subjects,
  SuppliedResults,
  ToolRow,
} from './adapter.ts';
import { changeEvents, type DialectDefinition, defineDialect, makeBindings } from './define.ts';
import { expressions } from './matchers.ts';

/** The members of an adapter that its dialect does not have. */
type Hosting = Omit<Adapter, keyof Dialect>;
/** The members that the rest of an adapter may leave out. */
type OptionalOfHosting = 'hooksIn' | 'matchers' | 'runtime';

/** What an adapter has beyond its dialect. Some members have defaults, and `paths` may replace that of the dialect. */
export type HostingDefinition = Omit<Hosting, OptionalOfHosting> &
  Partial<Pick<Hosting, OptionalOfHosting>> &
  Pick<Adapter, 'paths'> & {
    readonly suppliedResults?: SuppliedResults;
    /** What matchers are compared with, where the bindings of the dialect do not state it. */
    readonly subjects?: Subjects;
    /** When events are fired, where the bindings of the dialect do not state it. */
    readonly firings?: Firings;
  };

/** The definition of a whole adapter: its events, and all other parts of it. Some have defaults. */
export type Definition = DialectDefinition & HostingDefinition;

const hostingDefaults: Pick<Hosting, OptionalOfHosting> = {
  hooksIn: '',
  matchers: expressions,
  runtime: {
    shell: 'sh',
    env: () => ({}),
    commandVariables: [],
    uncomputableVariables: [],
    timeout: 60_000,
    loopLimit: null,
    blocksUnstarted: false,
  },
};

/**
 * Makes the adapter of one vendor from its dialect and what it has beyond that. The members of the dialect win, so
 * the rest of a fork may begin with all members of its parent's adapter.
 *
 * @experimental
 */
export const extendDialect = (dialect: Dialect, hosting: HostingDefinition): Adapter => {
  const { suppliedResults, subjects, firings, ...others } = hosting;
  return {
    ...hostingDefaults,
    ...others,
    ...dialect,
    ...(hosting.paths && { paths: hosting.paths }),
    ...((subjects || firings) && { bindings: extendBindings(dialect, hosting) }),
    ...(suppliedResults && { tools: addResults(dialect.tools, suppliedResults) }),
  };
};

/** Returns the bindings of events with what only a host or a settings file needs of them. */
const extendBindings = (
  { bindings }: Dialect,
  { subjects = {}, firings = {} }: HostingDefinition,
): Bindings =>
  makeBindings(
    changeEvents(bindings, (binding) => {
      const subject = subjects[binding.native];
      return { ...binding, ...firings[binding.native], ...(subject !== undefined && { subject }) };
    }),
  );

/** Returns the rows of tools with what is supplied for their results. */
const addResults = (tools: readonly ToolRow[], supplied: SuppliedResults): readonly ToolRow[] =>
  tools.map((row) => {
    const resultSupply = supplied[row.names[0] ?? row.tool];
    return resultSupply ? { ...row, resultSupply } : row;
  });

/**
 * Makes the adapter of one vendor at once, where nobody needs its dialect without the rest.
 *
 * @experimental
 */
export const defineAdapter = (definition: Definition): Adapter =>
  extendDialect(defineDialect(definition), definition);
