// The entries of a Gemini settings file under test.
import { join } from 'node:path';
import type { HookEntry } from './gemini.ts';
import { shellQuote } from './workspace.ts';

/** The built program. */
export const anyhook = join(import.meta.dirname, '../../dist/anyhook.cjs');

let count = 0;

/** A hook that Gemini runs as it is. */
export function direct(command: string, matcher?: string): HookEntry {
  count += 1;
  return {
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: 'command', name: `hook-${count}`, command, timeout: 20_000 }],
  };
}

/** `script` is one shell line; `flags` go before `--`. */
export function shim(flags: string[], script: string): HookEntry {
  const program = [process.execPath, anyhook].map(shellQuote).join(' ');
  return direct(`${program} run --host gemini ${flags.join(' ')} -- ${shellQuote(script)}`);
}

/** A script written for an event of Cursor's. */
export function cursor(event: string, script: string, ...flags: string[]): HookEntry {
  return shim(['--as cursor', `--event ${event}`, ...flags], script);
}

/** The same entry with another timeout on the host's side. */
export function hostTimeout(milliseconds: number, { hooks, ...entry }: HookEntry): HookEntry {
  return { ...entry, hooks: hooks.map((hook) => ({ ...hook, timeout: milliseconds })) };
}

/** One hook for several calls: of a call it runs the entry whose word is in it. */
export function byCall(entries: Readonly<Record<string, HookEntry>>): HookEntry {
  const cases = Object.entries(entries).map(([word, { hooks }]) => {
    const commands = hooks.map(({ command }) => command);
    return `*${word}*) printf '%s\\n' "$input" | ${commands.join()} ;;`;
  });
  return direct(`IFS= read -r input; case $input in ${cases.join(' ')} esac`);
}
