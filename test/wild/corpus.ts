// The scripts of fixtures/wild/scripts: each in a project of its own, in the settings file of its agent.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import { checkSettings, type Finding, readHooks } from '../../src/exports/settings.ts';

export const wild = join(import.meta.dirname, '../../fixtures/wild');

/**
 * The kinds of faults of a script, and the codes of findings that say so. A fault may be told by any of its codes:
 * a flat `permissionDecision`, say, is wrong in itself, and it is also what another agent hears.
 */
export const codesOfKind = {
  'speaks-another': ['speaks-another'],
  'reads-another': ['reads-another'],
  'arguments-for-payload': ['arguments-for-payload'],
  'exit-not-refusal': ['exit-not-refusal'],
  'log-before-answer': ['log-before-answer'],
  'flat-decision': ['flat-decision', 'speaks-another'],
  'no-event-name': ['no-event-name'],
  'unquoted-variable': ['unquoted-variable', 'script-missing'],
  'wrong-verdict-word': ['wrong-verdict-word', 'speaks-another'],
} as const satisfies Record<string, readonly string[]>;

export type Kind = keyof typeof codesOfKind;

/** A call of a tool. `tool` is absent where the input shows which one is meant. */
export interface Tried {
  tool?: string;
  input: Record<string, unknown>;
}

/** The content of a `case.json`. */
export interface Case {
  agent: Vendor;
  event?: string;
  events?: string[];
  matcher?: string;
  /** The line of the settings file. Absent: the script is started by the program that its ending names. */
  command?: string;
  /** The name of the project's folder, which may hold a space. */
  project?: string;
  expect: Kind[];
  /** Kinds that may be found as well, and need not be. */
  allowed?: Kind[];
  /** A call that the script is meant to refuse. */
  call?: Tried;
  /** Whether the agent refuses that call because of the script. */
  refused?: boolean;
  why: string;
}

const programs: Record<string, string> = {
  sh: 'bash',
  bash: 'bash',
  py: 'python3',
  js: 'node',
  cjs: 'node',
  mjs: 'node',
  ts: 'npx tsx',
  rb: 'ruby',
  go: 'go run',
  pl: 'perl',
  php: 'php',
};

/** A folder without a space in its path: `project.ts` makes its projects in one that has a space. */
const top = mkdtempSync(join(inject('scratch'), 'wild-'));

type Files = Record<string, string>;

/** Makes a project with a home folder beside it. */
function project(files: Files, name = 'project') {
  const place = mkdtempSync(join(top, 'x'));
  const p = { dir: join(place, name), home: join(place, 'home') };
  mkdirSync(p.home);
  for (const [path, text] of Object.entries(files)) {
    const at = join(p.dir, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  return p;
}

/** Returns the files of a case's folder by the paths that they have in the project. */
function filesOf(folder: string): Files {
  const names = readdirSync(folder).filter((name) => name !== 'case.json');
  return Object.fromEntries(
    names.map((name) => [`hooks/${name}`, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Returns the settings file of an agent with one command at each of the events. */
export function settingsOf(
  agent: Vendor,
  events: readonly string[],
  command: string,
  matcher?: string,
): object {
  const filter = matcher === undefined ? {} : { matcher };
  const entry = { type: 'command', command };
  const lists: Partial<Record<Vendor, object[]>> = {
    cursor: [{ command, ...filter }],
    copilot: [{ type: 'command', bash: command, ...filter }],
  };
  const list = lists[agent] ?? [{ ...filter, hooks: [entry] }];
  const hooks = Object.fromEntries(events.map((event) => [event, list]));
  const version = lists[agent] ? { version: 1 } : {};
  return { ...version, ...(agent === 'terminai' && { tools: { enableHooks: true } }), hooks };
}

/** Reads the case of a folder, and writes its project. */
export function projectOf(name: string) {
  const folder = join(wild, 'scripts', name);
  const said: Case = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
  const files = filesOf(folder);
  const programOf = (path: string) => programs[path.slice(path.lastIndexOf('.') + 1)];
  const script = Object.keys(files).find(programOf) ?? '';
  const command = said.command ?? `${programOf(script)} ${script}`;
  const events = said.events ?? [said.event ?? ''];
  const settings = settingsOf(said.agent, events, command, said.matcher);
  const file = settingsTables[said.agent].files.own.project;
  return {
    said,
    command,
    file,
    p: project({ [file]: JSON.stringify(settings, null, 2), ...files }, said.project),
  };
}

/** Writes the project of a case, and returns what its settings file is found to hold. */
export function findingsOf(name: string): { said: Case; found: Finding[] } {
  const { said, file, p } = projectOf(name);
  const read = readHooks(said.agent, readFileSync(join(p.dir, file), 'utf8'), file);
  const place = { root: p.dir, home: p.home, scope: 'project' as const };
  return { said, found: checkSettings(said.agent, read, place) };
}

export const scriptCases: string[] = readdirSync(join(wild, 'scripts')).sort();
