// Runs the commands that a page shows, in the project that it describes, and puts their output into the page.
//
// A page marks its parts with comments, which are not shown:
//   <!-- project -->        the commands from here on run in a new, empty project
//   <!-- package -->        the package is installed in the project, as with `npm install anyhook`
//   <!-- file PATH -->      the code block that follows is written into the project as this file
//   <!-- script PATH -->    likewise, and the file may be run
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const executable = fileURLToPath(new URL('../dist/anyhook.cjs', import.meta.url));

/** Matches texts that differ from run to run, each with a text that stands for it on a page. */
const changing: [RegExp, string][] = [
  // A reason that is cut off leaves room for the time behind it, whose width differs.
  [/^(.{56}).*… +\d+ ms$/gm, '$1…  5 ms'],
  [/\b\d+ ms\b/g, '5 ms'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '3f0c'],
  [/toolu_[\da-f]+/g, 'toolu_01'],
  [/\/tmp\/anyhook-test-\w+/g, '/tmp'],
  [/\bNode v\d+\.\d+\.\d+/g, 'Node v24.0.0'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-28T09:30:00.000Z'],
  [/"milliseconds": ?[\d.]+/g, '"milliseconds": 33.5'],
];

/** Matches a comment that begins a project or installs the package, a code block that is a file of it, and a block of commands. */
const parts =
  /<!-- (?:project|package) -->|<!-- (file|script) (\S+) -->\n```\w*\n([\s\S]*?)```|```console\n([\s\S]*?)```/g;

/**
 * A folder for the commands of a page, a home folder without settings, and a folder with Node alone, since beside Node stand
 * the agents that are installed with npm, which `anyhook doctor` would find.
 */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'anyhook-page-'));
  readonly root = join(this.folder, 'project');
  readonly home = join(this.folder, 'home');
  readonly programs = join(this.folder, 'bin');
  constructor() {
    for (const folder of [this.root, this.home, this.programs]) mkdirSync(folder);
    symlinkSync(process.execPath, join(this.programs, 'node'));
  }

  installPackage(): void {
    mkdirSync(join(this.root, 'node_modules'));
    symlinkSync(dirname(dirname(executable)), join(this.root, 'node_modules/anyhook'));
  }

  write(path: string, text: string, isScript: boolean): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (isScript) chmodSync(file, 0o755);
  }

  /**
   * Runs a shell line, and returns what it prints. What differs between runs is shown as one fixed text. Throws if the line
   * does not end by itself within a minute.
   *
   * @param colours Whether programs are told to print colours.
   */
  run(line: string, colours = false): string {
    const anyhook = `anyhook() { '${process.execPath}' '${executable}' "$@"; }\n`;
    const { stdout, error, signal } = spawnSync('sh', ['-c', `${anyhook}{ ${line}\n} 2>&1`], {
      cwd: this.root,
      env: {
        PATH: `${this.programs}:/usr/bin:/bin`,
        HOME: this.home,
        ...(colours ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
        COLUMNS: '80',
      },
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (error || signal) throw new Error(`${line}: ${error?.message ?? `${signal} ended it`}`);
    const places: [string, string][] = [
      [this.root, '/home/me/project'],
      [this.home, '/home/me'],
      [dirname(executable), '/usr/lib/node_modules/anyhook/dist'],
      [process.execPath, '/usr/bin/node'],
    ];
    const shown = places.reduce((text, [from, to]) => text.replaceAll(from, to), stdout);
    return changing.reduce((text, [pattern, fixed]) => text.replace(pattern, fixed), shown);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns a page in which each `$` line of a `console` block is followed by what the command prints now. */
export function withTranscripts(page: string): string {
  const projects: Project[] = [];
  try {
    return page.replace(
      parts,
      (whole, kind?: string, path?: string, text?: string, shown?: string) => {
        if (whole === '<!-- project -->') projects.push(new Project());
        const project = projects.at(-1);
        if (!project) throw new Error('the page runs a command before <!-- project -->');
        if (whole === '<!-- package -->') project.installPackage();
        if (path !== undefined && text !== undefined) project.write(path, text, kind === 'script');
        if (shown === undefined) return whole;
        const lines = [...shown.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
        const printed = lines.map((line) =>
          `$ ${line}\n${project.run(line)}`.replace(/\n?$/, '\n'),
        );
        return `\`\`\`console\n${printed.join('\n')}\`\`\``;
      },
    );
  } finally {
    for (const project of projects) project.remove();
  }
}
