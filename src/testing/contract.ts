import { isGateEvent } from '../canonical/traits.ts';
import type { Adapter, Draft, OwnHooks } from '../mapping/adapter.ts';
import { subjectsOf } from '../translate/hook-input.ts';
import { isMeaningMet } from '../translate/matching.ts';
import { listMcpNames } from '../translate/mcp-names.ts';
import { keysOf } from '../util/keys-of.ts';
import { type Contract, type Fixtures, makeWorld, payloadNamed, type Subject } from './fixtures.ts';
import { sameAgentInputOf } from './outcomes.ts';
import { catchErrors, reportDifference } from './report.ts';

/** Stands for the function that runs slow expressions under a time limit. No matcher of a fixture is slow, so a call fails. */
const failIfSlow = (): never => {
  throw new Error('the matcher needs a time limit');
};

/**
 * Compares what an adapter states besides its events and outcomes with the fixtures: its ids, limits,
 * variables, matchers and names of MCP tools. Yields a text for each difference.
 */
export function* checkContract({ adapter, fixtures }: Subject): Generator<string> {
  const expected = fixtures.contract;
  yield* catchErrors(adapter.id, function* () {
    const { runtime, mcp } = adapter;
    const bindings = adapter.bindings.all();
    const { env, ...comparedRuntime } = runtime;
    yield* reportDifference('has the id', expected.id, adapter.id);
    yield* reportDifference('is called', expected.title, adapter.title);
    /** Returns native event → value of a member of its binding, for the bindings that have the member. */
    const byNativeEvent = (
      key:
        | 'ignored'
        | 'remembers'
        | 'awaits'
        | 'continues'
        | 'firesSpeculatively'
        | 'timeout'
        | 'hasFixedTimeout'
        | 'hasPrivateSubjects',
    ) =>
      Object.fromEntries(
        bindings.flatMap((binding) => (binding[key] ? [[binding.native, binding[key]]] : [])),
      );
    // The keys are those of the fixture, which calls some fields by other names than the adapter.
    const found = {
      hooksIn: adapter.hooksIn,
      eventKey: adapter.eventKey,
      commonFields: adapter.commonFields,
      ignoredFields: byNativeEvent('ignored'),
      project: adapter.project,
      loads: adapter.loads,
      ownFiles: adapter.ownHooks?.files,
      loadedNames: adapter.ownHooks?.ownEventNames,
      unsureAllow: adapter.unsureAllow,
      rewrites: adapter.rewrites,
      runtime: comparedRuntime,
      capsLoops: adapter.capsLoops ?? false,
      keepsRetry: adapter.keepsRetry ?? false,
      maxAnswerLength: adapter.answerLimit?.maxLength,
      equivalentTools: adapter.equivalentTools,
      gates: bindings.filter(({ event }) => isGateEvent(event)).map(({ native }) => native),
      remembers: byNativeEvent('remembers'),
      awaits: byNativeEvent('awaits'),
      continues: byNativeEvent('continues'),
      firesSpeculatively: byNativeEvent('firesSpeculatively'),
      timeouts: byNativeEvent('timeout'),
      hasFixedTimeout: byNativeEvent('hasFixedTimeout'),
      ignoresExitCodes: adapter.ignoresExitCodes,
      asWritten: adapter.paths?.asWritten,
      hasPrivateSubjects: byNativeEvent('hasPrivateSubjects'),
    };
    for (const key of keysOf(found)) {
      if (key in expected) yield* reportDifference(`has ${key}`, expected[key], found[key]);
    }
    yield* checkOwnHooks(adapter.ownHooks, expected.own);
    for (const { line, files, folder, root } of expected.roots ?? []) {
      const world = makeWorld({ files, links: {}, surroundings: { folder } });
      const found = adapter.rootOf?.(line, world) ?? null;
      yield* reportDifference(
        `finds, from ${folder}, among the files ${JSON.stringify(files)}, the root`,
        root,
        found,
      );
    }
    for (const { on, env: wanted } of expected.env ?? []) {
      const event = on
        ? sameAgentInputOf(adapter, payloadNamed(fixtures, on)).context.event
        : ({} as Draft);
      yield* reportDifference(
        `sets, on ${on || 'an event without fields'}, the variables`,
        wanted,
        env(event),
      );
    }
    if (expected.http) {
      const { heard: replies = [], ...wanted } = expected.http;
      // `absent` is no key of a fixture: an adapter without `http` differs from any.
      const { readReply, ...httpRules } = adapter.http ?? { absent: true };
      yield* reportDifference('sends requests by', wanted, httpRules);
      for (const { stdout, ...reply } of replies) {
        const found = readReply ? readReply({ status: 200, ...reply }) : reply.body;
        yield* reportDifference(
          `reads the reply ${reply.status ?? 200} ${reply.type} ${reply.body} as`,
          stdout,
          found ?? null,
        );
      }
    }
    for (const [rule, verdicts] of Object.entries(expected.rules ?? {})) {
      for (const [name, wanted] of Object.entries(verdicts)) {
        const { hookInput } = sameAgentInputOf(adapter, payloadNamed(fixtures, name));
        const input = { native: hookInput.binding.native, payload: hookInput.payload };
        yield* reportDifference(
          `starts, for ${name}, a hook with the rule ${rule}`,
          wanted,
          adapter.matchesRule?.(rule, input) ?? true,
        );
      }
    }
    for (const { payload, as } of expected.recognises ?? []) {
      yield* reportDifference(
        `recognises ${JSON.stringify(payload)} with`,
        as,
        adapter.recognises(payload),
      );
    }
    for (const one of expected.mcp ?? []) {
      if (one.name !== undefined) {
        if (one.read !== undefined)
          yield* reportDifference(`reads ${one.name} as`, one.read, mcp.read(one.name) ?? null);
        if (one.folded !== undefined)
          yield* reportDifference(`compares ${one.name} as`, one.folded, mcp.foldName?.(one.name));
      }
      const mcpTool = one.mcp as { tool: string } | undefined;
      if (mcpTool && one.written !== undefined)
        yield* reportDifference(
          `writes ${JSON.stringify(mcpTool)} as`,
          one.written,
          mcp.write(mcpTool),
        );
      if (mcpTool && one.names)
        yield* reportDifference(
          `may call ${JSON.stringify(mcpTool)}`,
          one.names,
          listMcpNames(adapter, mcpTool),
        );
    }
  });
  yield* checkMatchers(adapter, fixtures);
  yield* checkWrittenMatchers(adapter);
  for (const { names, pattern, builtIn = false, text } of expected.writes ?? []) {
    yield* catchErrors(`${adapter.id} matchers`, function* () {
      const wanted = names ? { names, pattern } : 'every';
      const found = adapter.matchers.write(wanted, builtIn) ?? null;
      yield* reportDifference(`are, for ${names ?? 'every call'} ${pattern ?? ''},`, text, found);
    });
  }
}

/** Compares what an adapter knows of the hooks in its agent's own files with a fixture. */
function* checkOwnHooks(own: OwnHooks | undefined, expected: Contract['own']): Generator<string> {
  if (!expected) return;
  const { switchFiles, homeVariable } = own ?? {};
  yield* reportDifference('is switched off by', expected.switchFiles, switchFiles);
  yield* reportDifference('has its home moved by', expected.homeVariable, homeVariable);
  yield* reportDifference('has its time limited by', expected.limits, own?.timeLimitKeys);
  yield* reportDifference('loads', expected.loads, own?.loads);
  yield* reportDifference('starts its hooks side by side', expected.sideBySide, own?.sideBySide);
  for (const { payload, id } of expected.firings) {
    const shown = JSON.stringify(payload);
    yield* reportDifference(
      `knows the firing of ${shown} by the id`,
      id,
      own?.firingIdOf(payload) ?? null,
    );
  }
  for (const { file, entry, runs, line } of expected.entries) {
    const shown = `${JSON.stringify(entry)} in ${JSON.stringify(file)}`;
    yield* reportDifference(`surely starts ${shown}`, runs, own?.isCertainToRun(file, entry));
    for (const [system, wanted] of Object.entries(line ?? {})) {
      const found = own?.lineOf(entry, system) ?? null;
      yield* reportDifference(`runs, for ${shown} on ${system}, the line`, wanted, found);
    }
  }
  for (const { settings, off } of expected.switchesOff ?? []) {
    const found = own?.switchesOff?.(settings);
    yield* reportDifference(`switches off some hook by ${JSON.stringify(settings)}`, off, found);
  }
}

/** A text that no tool's name contains, and a name that contains it: it has to match the expression `qzq`. */
const [nonce, nameWithNonce] = ['qzq', 'aqzqz'];

/**
 * Checks that a matcher which the adapter writes matches everything that was wanted when the adapter reads
 * it again. Yields a text for each matcher that does not.
 */
function* checkWrittenMatchers(adapter: Adapter): Generator<string> {
  const binding = adapter.bindings
    .all()
    .find(({ event, subject }) => subject && isGateEvent(event));
  const toolNames = adapter.tools.flatMap(({ names }) => names);
  for (const names of [toolNames.slice(0, 1), toolNames, []]) {
    for (const pattern of [undefined, nonce, `${nonce}|b.d`]) {
      if (!binding || (!names.length && pattern === undefined)) continue;
      const wanted = [...names, ...(pattern ? [nameWithNonce] : [])];
      yield* catchErrors(`${adapter.id} writes a matcher`, function* () {
        const text = adapter.matchers.write({ names, pattern }, false);
        if (text === undefined) return;
        const meaning = adapter.matchers.read(text, binding);
        const found = wanted.filter((name) => isMeaningMet(meaning, [name], failIfSlow));
        yield* reportDifference(text, wanted, found);
      });
    }
  }
}

/** Compares which matchers match which payloads with the fixture, and yields a text for each difference. */
function* checkMatchers(adapter: Adapter, fixtures: Fixtures): Generator<string> {
  for (const [name, wanted] of Object.entries(fixtures.contract.matchers ?? {})) {
    yield* catchErrors(`${adapter.id} ${name}`, function* () {
      const nativeEvent = fixtures.payloads[name]?.named;
      const { hookInput } = sameAgentInputOf(adapter, payloadNamed(fixtures, name), nativeEvent);
      const subjects = subjectsOf(hookInput, adapter);
      for (const [matcher, verdict] of Object.entries(wanted)) {
        const meaning = adapter.matchers.read(matcher, hookInput.binding);
        const found = !subjects || isMeaningMet(meaning, subjects, failIfSlow);
        yield* reportDifference(`matches ${matcher}`, verdict, found);
      }
    });
  }
}
