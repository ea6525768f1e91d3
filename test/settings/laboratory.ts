/** A root with settings, and what lies outside: what the tests of files share. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { commitSettings, type SettingsChange } from '../../src/convert/ownership/commit.ts';
import { findOriginalText, Ledger } from '../../src/convert/ownership/ledger.ts';
import { AnyhookError, type ErrorCode } from '../../src/errors.ts';
import type { Root } from '../../src/files/root.ts';
import { readSettingsFile } from '../../src/files/settings-file.ts';

export const file = '.gemini/settings.json';
export const bytes = (path: string) => readFileSync(path, 'latin1');
export const modeOf = (path: string) => statSync(path).mode & 0o777;

const entry = (command: string) => ({ type: 'command', command });
export const ours = (...commands: string[]) => ({ BeforeTool: commands.map(entry) });

/** A process id that cannot exist: no system has so many processes. */
export const nobody = 2 ** 22 + 1;

/** Makes it anew for each test of the file that calls this. */
export function laboratory() {
  const here = { dir: '', root: '', base: { path: '', scope: 'project' } as Root };
  const at = (...path: string[]) => join(here.root, ...path);
  const lock = () => at('.anyhook/lock');
  beforeEach(() => {
    here.dir = mkdtempSync(join(tmpdir(), 'anyhook-settings-'));
    chmodSync(here.dir, 0o755);
    here.root = join(here.dir, 'root');
    here.base = { path: here.root, scope: 'project' };
    mkdirSync(at('.gemini'), { recursive: true });
    mkdirSync(join(here.dir, 'outside'));
  });
  afterEach(() => rmSync(here.dir, { recursive: true, force: true }));
  return {
    here,
    at,
    outside: (...path: string[]) => join(here.dir, 'outside', ...path),
    lock,
    /** A lock of another process. */
    plant(pid: number, host = hostname()) {
      mkdirSync(at('.anyhook'), { recursive: true });
      writeFileSync(lock(), JSON.stringify({ pid, host, time: '2026-11-22T10:00:00.000Z' }));
    },
    /** Commits a change of the settings as they are. */
    save(change: Partial<SettingsChange>) {
      const was = readSettingsFile(at(file), here.base)?.text;
      commitSettings(new Ledger(here.base), {
        file,
        textBefore: was,
        newText: '',
        entries: ours('a'),
        ...change,
      });
    },
    /** Returns the text to which the settings can be taken back. */
    back: () => findOriginalText(new Ledger(here.base), file, bytes(at(file))),
    backup: () => `${at(file)}.anyhook-backup`,
  };
}

/** Checks that an error has a code, and one line as its message. */
export function told(error: unknown, code: ErrorCode, text: RegExp): void {
  expect(error).toBeInstanceOf(AnyhookError);
  const { message } = error as AnyhookError;
  expect(message).toMatch(text);
  expect(message).not.toContain('\n');
  expect((error as AnyhookError).code).toBe(code);
}

export function failing(code: ErrorCode, text: RegExp, work: () => unknown): void {
  let caught: unknown;
  try {
    work();
  } catch (error) {
    caught = error;
  }
  told(caught, code, text);
}
