/**
 * Prints `src/canonical/kinds.ts` as a module with computed values, so that nothing loads zod to know them. Kinds of
 * fields are printed as short texts, and each is read when it is first asked for: a run needs two or three of them.
 */

/** Code that reads the texts of {@link printKinds}. Of a table, each row is read when it is first asked for. */
const readingCode = `
const readKinds = (text) => {
  const kinds = {};
  for (const run of text.split(';')) {
    const [kind, names] = (sharedRuns[run] ?? run).split(':');
    if (names) for (const name of names.split(',')) kinds[name] = kind;
  }
  return kinds;
};
const readTable = (texts, readRow) => {
  const table = {};
  for (const key in texts)
    Object.defineProperty(table, key, {
      configurable: true,
      enumerable: true,
      get() {
        const value = readRow(texts[key]);
        Object.defineProperty(table, key, { enumerable: true, value });
        return value;
      },
    });
  return table;
};
const readTraits = (text) => {
  const traits = {};
  for (const row of text.split(';')) {
    const [trait, value, events] = row.split(':');
    for (const event of events.split(',')) (traits[event] ??= {})[trait] = value || true;
  }
  return traits;
};
const readToolKinds = (text) => {
  const [input, result] = text.split('/');
  return { input: readKinds(input), result: readKinds(result ?? usualResult) };
};`;

/** Lists the runs of fields of one kind that stand one after another: `KIND:NAME,NAME`. */
function listRuns(kinds) {
  const runs = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.names.push(name);
    else runs.push({ kind, names: [name] });
  }
  return runs.map(({ kind, names }) => `${kind}:${names.join(',')}`);
}

/** Prints the traits of events by trait: `TRAIT:VALUE:EVENT,EVENT`, and no value for `true`. */
function printTraits(eventTraits) {
  const events = new Map();
  for (const [event, traits] of Object.entries(eventTraits))
    for (const [trait, value] of Object.entries(traits)) {
      const row = `${trait}:${value === true ? '' : value}`;
      events.set(row, [...(events.get(row) ?? []), event]);
    }
  return [...events].map(([row, names]) => `${row}:${names.join(',')}`).join(';');
}

/** Returns the code of a module with the exports of `kinds.ts`. */
export function printKindsModule({
  baseKinds,
  eventKinds,
  toolKinds,
  outcomeKinds,
  hookKinds,
  outcomeSeverities,
  eventTraits,
  ...others
}) {
  const tables = [
    ...Object.values(eventKinds),
    ...Object.values(toolKinds).flatMap(({ input, result }) => [input, result]),
  ];
  const counts = new Map();
  for (const run of tables.flatMap(listRuns)) counts.set(run, (counts.get(run) ?? 0) + 1);
  const sharedRuns = [...counts]
    .filter(([run, count]) => count > 1 && run.length > 4)
    .map(([run]) => run);
  const printKinds = (kinds) =>
    listRuns(kinds)
      .map((run) => (sharedRuns.includes(run) ? sharedRuns.indexOf(run) : run))
      .join(';');
  const print = JSON.stringify;
  const mapRows = (table, printRow) =>
    print(Object.fromEntries(Object.entries(table).map(([key, row]) => [key, printRow(row)])));
  const usualResult = printKinds(toolKinds.other.result);
  const printToolRow = ({ input, result }) => {
    const printed = printKinds(result);
    return printKinds(input) + (printed === usualResult ? '' : `/${printed}`);
  };
  return [
    `const sharedRuns = ${print(sharedRuns)};\nconst usualResult = ${print(usualResult)};${readingCode}`,
    `export const eventKinds = /* @__PURE__ */ readTable(${mapRows(eventKinds, printKinds)}, readKinds);`,
    `export const toolKinds = /* @__PURE__ */ readTable(${mapRows(toolKinds, printToolRow)}, readToolKinds);`,
    ...Object.entries({ baseKinds, outcomeKinds, hookKinds, outcomeSeverities }).map(
      ([name, kinds]) =>
        `export const ${name} = /* @__PURE__ */ readKinds(${print(printKinds(kinds))});`,
    ),
    `export const eventTraits = /* @__PURE__ */ readTraits(${print(printTraits(eventTraits))});`,
    ...Object.entries(others).map(([name, value]) => `export const ${name} = ${print(value)};`),
  ].join('\n');
}
