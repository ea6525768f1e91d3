/** A line of ours that stands in the settings of one agent and is run by another, which loads them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Flags, parseFlags } from '../canonical/flags.ts';
import type { Adapter, World } from '../mapping/adapter.ts';
import { get } from '../mapping/paths.ts';
import { decodeAround } from '../translate/decode.ts';
import type { Host } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import type { Json } from '../util/json.ts';

/** Whether the agent that runs it has the same hook for this event in a file of its own. */
export function standsIn(host: Host, flags: Flags, world: World): boolean {
  const agent = host.agents[0] as Adapter;
  const native = host.bindings[0]?.native as string;
  const own = attempt(() => {
    const { cwd } = decodeAround(agent, host.payload, world);
    const text = readFileSync(resolve(String(cwd), agent.hooksIn), 'utf8');
    return get(JSON.parse(text), ['hooks', native]);
  });
  const wanted = essence({ ...flags, host: agent.id });
  return entriesIn(own).some(({ command, matcher }) => {
    const { flags: said, problem } = parseFlags(wordsBehindRun(command));
    if (!problem && said.host !== undefined) return essence(said) === wanted;
    // one of its own, as it stands
    const same = flags.as === agent.id && flags.command[0] === command;
    return same && (flags.event ?? native) === native && flags.matcher === matcher;
  });
}

/** All that a line says of a hook. */
const essence = ({ exit: _, carry: __, hostEvent: ___, ...flags }: Flags): string =>
  JSON.stringify(Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1)));

function entriesIn(value: unknown): { command: string; matcher?: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { command, matcher } = value as Json;
  const below = Object.values(value).flatMap(entriesIn);
  return typeof command === 'string' ? [{ command, matcher }, ...below] : below;
}

/** The words of a line of ours behind `run`: plain, or in single quotes. */
function wordsBehindRun(line: string): string[] {
  const [, rest = ''] = /^.*? run (.*)$/s.exec(line) ?? [];
  const words: string[] = [];
  for (const [word] of rest.matchAll(/(?:'[^']*'|\\.|[^\s'\\;])+/g)) {
    if (word === '||' || word === '}') break;
    words.push(word.replace(/'([^']*)'|\\(.)/g, (_, text = '', char = '') => text + char));
  }
  return words;
}
