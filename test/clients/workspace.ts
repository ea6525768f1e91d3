// A throwaway home and project for one session.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Workspace {
  root: string;
  home: string;
  project: string;
  /** Where the hook scripts append what they got on stdin. */
  seenFile: string;
}

export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

/** The hook scripts go where people keep them: `.cursor/hooks` and `.gemini/hooks`. */
function copyHooks(project: string): void {
  for (const vendor of ['cursor', 'gemini']) {
    const folder = join(project, `.${vendor}`, 'hooks');
    cpSync(join(import.meta.dirname, 'hooks', vendor), folder, { recursive: true });
    for (const script of readdirSync(folder)) chmodSync(join(folder, script), 0o755);
  }
}

/** Files are named relative to the project. */
export function makeWorkspace(name: string, files: Record<string, unknown> = {}): Workspace {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'anyhook-client-'));
  const project = join(root, name);
  const home = join(root, 'home');
  mkdirSync(home);
  copyHooks(project);
  for (const [file, content] of Object.entries(files)) write(join(project, file), content);
  return { root, home, project, seenFile: join(root, 'seen.jsonl') };
}

/** The text of a file, or undefined if there is none. */
export function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The payloads of a file that hook scripts append to, oldest first. */
export const payloadsIn = (file: string): Record<string, unknown>[] =>
  (readIfThere(file) ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
