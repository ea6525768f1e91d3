import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Draft, OwnHooks } from '../mapping/adapter.ts';
import { subjectsOf } from '../translate/hook-input.ts';
import { isMeaningMet } from '../translate/matching.ts';
import { keysOf } from '../util/keys-of.ts';
import { type Contract, type Fixtures, payloadNamed, type Subject, worldOf } from './fixtures.ts';
import { ownHookInputOf } from './outcomes.ts';
import { catchErrors, reportDifference } from './report.ts';

const unbounded = (): never => {
  throw new Error('the matcher needs a time limit');
};

/** What an adapter states beside its events and outcomes. */
export function* checkContract({ adapter, fixtures }: Subject): Generator<string> {
  const golden = fixtures.contract;
  yield* catchErrors(adapter.id, function* () {
    const { runtime, mcp } = adapter;
    const bindings = adapter.bindings.all();
    const { env, ...rest } = runtime;
    yield* reportDifference('has the id', golden.id, adapter.id);
    yield* reportDifference('is called', golden.title, adapter.title);
    const of = (
      key: 'ignored' | 'remembers' | 'awaits' | 'continues' | 'eager' | 'timeout' | 'ownNames',
    ) => Object.fromEntries(bindings.flatMap((one) => (one[key] ? [[one.native, one[key]]] : [])));
    const found = {
      hooksIn: adapter.hooksIn,
      eventKey: adapter.eventKey,
      common: adapter.commonFields,
      ignoredFields: of('ignored'),
      project: adapter.project,
      loads: adapter.loads,
      ownFiles: adapter.ownHooks?.files,
      loadedNames: adapter.ownHooks?.names,
      unsureAllow: adapter.unsureAllow,
      rewrites: adapter.rewrites,
      runtime: rest,
      capsLoops: adapter.capsLoops ?? false,
      keepsRetry: adapter.keepsRetry ?? false,
      longest: adapter.longest,
      kin: adapter.equivalentTools,
      gates: bindings.filter((one) => isGateEvent(one.event)).map((one) => one.native),
      remembers: of('remembers'),
      awaits: of('awaits'),
      continues: of('continues'),
      eager: of('eager'),
      timeouts: of('timeout'),
      ownNames: of('ownNames'),
    };
    for (const key of keysOf(found)) {
      if (key in golden) yield* reportDifference(`has ${key}`, golden[key], found[key]);
    }
    yield* ownHooks(adapter.ownHooks, golden.own);
    for (const { line, files, folder, root } of golden.roots ?? []) {
      const world = worldOf({ files, links: {}, surroundings: { folder } });
      const found = adapter.rootOf?.(line, world) ?? null;
      yield* reportDifference(
        `in ${folder} finds the line of ${JSON.stringify(files)}`,
        root,
        found,
      );
    }
    for (const { on, env: wanted } of golden.env ?? []) {
      const event = on
        ? ownHookInputOf(adapter, payloadNamed(fixtures, on)).context.event
        : ({} as Draft);
      yield* reportDifference(`on ${on || 'nothing'} sets`, wanted, env(event));
    }
    if (golden.http) {
      const { heard: replies = [], ...wanted } = golden.http;
      const { readReply, ...asks } = adapter.http ?? { absent: true };
      yield* reportDifference('asks addresses', wanted, asks);
      for (const { stdout, ...reply } of replies) {
        const found = readReply ? readReply({ status: 200, ...reply }) : reply.body;
        yield* reportDifference(
          `hears of ${reply.status ?? 200} ${reply.type} ${reply.body}`,
          stdout,
          found ?? null,
        );
      }
    }
    for (const [rule, on] of Object.entries(golden.rules ?? {})) {
      for (const [name, wanted] of Object.entries(on)) {
        const { told } = ownHookInputOf(adapter, payloadNamed(fixtures, name));
        const of = { native: told.binding.native, payload: told.payload };
        yield* reportDifference(
          `starts for ${name} by ${rule}`,
          wanted,
          adapter.matchesRule?.(rule, of) ?? true,
        );
      }
    }
    for (const { payload, as } of golden.recognises ?? []) {
      yield* reportDifference(
        `takes ${JSON.stringify(payload)} as`,
        as,
        adapter.recognises(payload),
      );
    }
    for (const one of golden.mcp ?? []) {
      if (one.name !== undefined) {
        if (one.read !== undefined)
          yield* reportDifference(`reads ${one.name} as`, one.read, mcp.read(one.name) ?? null);
        if (one.folded !== undefined)
          yield* reportDifference(`takes ${one.name} for`, one.folded, mcp.foldName?.(one.name));
      }
      const of = one.mcp as { tool: string } | undefined;
      if (of && one.written !== undefined)
        yield* reportDifference('writes', one.written, mcp.write(of));
      if (of && one.names) yield* reportDifference('may be called', one.names, mcp.names(of));
    }
  });
  yield* matchers(adapter, fixtures);
  yield* written(adapter);
  for (const { names, pattern, builtIn = false, text } of golden.writes ?? []) {
    yield* catchErrors(`${adapter.id} matchers`, function* () {
      const wanted = names ? { names, pattern } : 'every';
      const found = adapter.matchers.write(wanted, builtIn) ?? null;
      yield* reportDifference(`of ${names ?? 'every'} ${pattern ?? ''} are`, text, found);
    });
  }
}

/** What an adapter knows of the hooks in its agent's own files. */
function* ownHooks(own: OwnHooks | undefined, golden: Contract['own']): Generator<string> {
  if (!golden) return;
  const { switches, homeVariable } = own ?? {};
  yield* reportDifference('is switched off by', golden.switches, switches);
  yield* reportDifference('has its home moved by', golden.homeVariable, homeVariable);
  yield* reportDifference('has its time limited by', golden.limits, own?.limits);
  yield* reportDifference('loads', golden.loads, own?.loads);
  yield* reportDifference('starts its hooks side by side', golden.sideBySide, own?.sideBySide);
  for (const { payload, id } of golden.firings) {
    const shown = JSON.stringify(payload);
    yield* reportDifference(`knows the firing of ${shown} by`, id, own?.firing(payload) ?? null);
  }
  for (const { file, entry, runs, line } of golden.entries) {
    const shown = `${JSON.stringify(entry)} in ${JSON.stringify(file)}`;
    yield* reportDifference(`starts ${shown}`, runs, own?.runs(file, entry));
    for (const [system, wanted] of Object.entries(line ?? {})) {
      const found = own?.line(entry, system as NodeJS.Platform) ?? null;
      yield* reportDifference(`runs of ${shown} on ${system}`, wanted, found);
    }
  }
  for (const { settings, off } of golden.switchesOff ?? []) {
    const found = own?.switchesOff?.(settings);
    yield* reportDifference(`switches off some hook by ${JSON.stringify(settings)}`, off, found);
  }
}

/** A matcher that a vendor writes lets through all that was wanted, as it reads it. */
function* written(adapter: Adapter): Generator<string> {
  const binding = adapter.bindings
    .all()
    .find(({ event, subject }) => subject && isGateEvent(event));
  const own = adapter.tools.flatMap(({ names }) => names);
  for (const names of [own.slice(0, 1), own, []]) {
    for (const pattern of [undefined, 'qzq', 'qzq|b.d']) {
      if (!binding || (!names.length && pattern === undefined)) continue;
      const wanted = [...names, ...(pattern ? ['aqzqz'] : [])];
      yield* catchErrors(`${adapter.id} writes a matcher`, function* () {
        const text = adapter.matchers.write({ names, pattern }, false);
        if (text === undefined) return;
        const meant = adapter.matchers.read(text, binding);
        const found = wanted.filter((name) => isMeaningMet(meant, [name], unbounded));
        yield* reportDifference(text, wanted, found);
      });
    }
  }
}

function* matchers(adapter: Adapter, fixtures: Fixtures): Generator<string> {
  for (const [name, wanted] of Object.entries(fixtures.contract.matchers ?? {})) {
    yield* catchErrors(`${adapter.id} ${name}`, function* () {
      const named = fixtures.payloads[name]?.named;
      const { told } = ownHookInputOf(adapter, payloadNamed(fixtures, name), named);
      const subjects = subjectsOf(told, adapter);
      for (const [matcher, verdict] of Object.entries(wanted)) {
        const meant = adapter.matchers.read(matcher, told.binding);
        const found = !subjects || isMeaningMet(meant, subjects, unbounded);
        yield* reportDifference(`matches ${matcher}`, verdict, found);
      }
    });
  }
}
