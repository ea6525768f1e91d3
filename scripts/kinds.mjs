/**
 * Prints `src/canonical/kinds.ts` as a module with computed values, so that nothing loads zod to know them. Kinds of
 * fields are printed as short texts, and each is read when it is first asked for: a run needs few of them, and reading
 * all takes half a millisecond.
 */

/** Code that makes a table of its rows' texts. The rows are its own values: texts that are not yet read, or what was read. */
const readTableCode = `
const readTable = (texts, readRow) =>
  new Proxy({ __proto__: null, ...texts }, {
    get(rows, key) {
      const row = rows[key];
      return typeof row === 'string' ? (rows[key] = readRow(row)) : row;
    },
  });`;

/** Code that reads the texts of {@link printKinds} and {@link printTraits}. */
const readingCode = `
const readKinds = (text) => {
  const kinds = {};
  for (const run of text.split('/')[0].split(';')) {
    const [kind, names] = (sharedRuns[run] ?? run).split(':');
    if (names) for (const name of names.split(',')) kinds[name] = kind;
  }
  return kinds;
};
const readTraits = (text) => {
  const traits = {};
  for (const one of text.split('/')[1]?.split(',') ?? []) {
    const [trait, value] = one.split(':');
    traits[trait] = value ?? true;
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

/** Prints the traits of an event: `TRAIT:VALUE,TRAIT`, and no value for `true`. */
const printTraits = (traits) =>
  Object.entries(traits)
    .map(([trait, value]) => (value === true ? trait : `${trait}:${value}`))
    .join(',');

/** The exports of `kinds.ts` that are tables, whose rows are read when they are first asked for. The others are plain values. */
const tableNames = ['eventKinds', 'eventTraits', 'toolKinds', 'fieldKinds'];

const printJson = JSON.stringify;

/** Prints a table with a text for each row. */
const printRows = (table, printRow) =>
  printJson(
    Object.fromEntries(Object.entries(table).map(([key, row]) => [key, printRow(row, key)])),
  );

/**
 * Prints a module with the exports of `kinds.ts`.
 *
 * @param readersCode Code of what reads the tables and the other values.
 * @param printTable Returns the code of the texts of a table, by its name, and that of the function that reads one.
 * @param printOther Returns the code of another value, by its name.
 */
function printModule(kinds, readersCode, printTable, printOther) {
  const others = Object.entries(kinds).filter(([name]) => !tableNames.includes(name));
  return [
    `${readTableCode}${readersCode}`,
    ...tableNames.map(
      (name) => `export const ${name} = /* @__PURE__ */ readTable(${printTable(name).join(', ')});`,
    ),
    ...others.map(([name, value]) => `export const ${name} = ${printOther(name, value)};`),
  ].join('\n');
}

/**
 * Returns the code of a module with the exports of `kinds.ts`, for the runner: rows are JSON, which V8 reads at once. It is
 * 2 KB longer than that of {@link printKindsModule}, and a run takes 0.3 ms less.
 */
export const printFastKindsModule = (kinds) =>
  printModule(
    kinds,
    '',
    (name) => [printRows(kinds[name], (row) => printJson(row)), 'JSON.parse'],
    (_, value) => printJson(value),
  );

/** Returns the code of a module with the exports of `kinds.ts`: rows are short texts. */
export function printKindsModule(kinds) {
  const { fieldKinds, eventKinds, toolKinds, eventTraits } = kinds;
  const allKinds = [
    ...Object.values(eventKinds),
    ...Object.values(toolKinds).flatMap(({ input, result }) => [input, result]),
  ];
  const counts = new Map();
  for (const run of allKinds.flatMap(listRuns)) counts.set(run, (counts.get(run) ?? 0) + 1);
  const sharedRuns = [...counts]
    .filter(([run, count]) => count > 1 && run.length > 4)
    .map(([run]) => run);
  const printKinds = (kinds) =>
    listRuns(kinds)
      .map((run) => (sharedRuns.includes(run) ? sharedRuns.indexOf(run) : run))
      .join(';');
  const usualResult = printKinds(toolKinds.other.result);
  const printToolRow = ({ input, result }) => {
    const printed = printKinds(result);
    return printKinds(input) + (printed === usualResult ? '' : `/${printed}`);
  };
  const printEventRow = (kinds, event) => {
    const traits = printTraits(eventTraits[event]);
    return printKinds(kinds) + (traits && `/${traits}`);
  };
  const printed = {
    eventKinds: ['eventRows', 'readKinds'],
    eventTraits: ['eventRows', 'readTraits'],
    toolKinds: [printRows(toolKinds, printToolRow), 'readToolKinds'],
    fieldKinds: [printRows(fieldKinds, printKinds), 'readKinds'],
  };
  const readersCode = [
    readingCode,
    `const sharedRuns = ${printJson(sharedRuns)};`,
    `const usualResult = ${printJson(usualResult)};`,
    `const eventRows = ${printRows(eventKinds, printEventRow)};`,
  ].join('\n');
  const isOfKinds = (name) => ['hookKinds', 'outcomeSeverities'].includes(name);
  return printModule(
    kinds,
    readersCode,
    (name) => printed[name],
    (name, value) =>
      isOfKinds(name)
        ? `/* @__PURE__ */ readKinds(${printJson(printKinds(value))})`
        : printJson(value),
  );
}
