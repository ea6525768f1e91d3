/** Settings files in the shapes that people write: the findings are those that a careful reader has, and no others. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSettings } from '../../src/check/check.ts';
import { findingCodes } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { project } from '../settings/project.ts';
import { wild } from './corpus.ts';

/** A finding that is expected. Without a line it is about the whole file. */
interface Expected {
  code: string;
  line?: number;
}

interface Case {
  agent: string;
  why: string;
  findings: Expected[];
  /** Scripts that are named and not there. All others are there. */
  absent?: string[];
  /** Scripts that nobody may execute. */
  plain?: string[];
}

const folder = join(wild, 'settings');
const log = '#!/bin/sh\ncat > /dev/null\n';
const show = ({ code, line }: Expected): string => (line === undefined ? code : `${line} ${code}`);

const results = readdirSync(folder).map((name) => {
  const files = readdirSync(join(folder, name));
  const textOf = (file: string) => readFileSync(join(folder, name, file), 'utf8');
  const said: Case = JSON.parse(textOf('case.json'));
  const text = textOf(files.find((file) => file !== 'case.json') as string);
  const scripts = [...new Set(text.match(/\bhooks\/[\w-]+\.\w+/g))].filter(
    (script) => !said.absent?.includes(script) && !script.endsWith('.json'),
  );
  const p = project(Object.fromEntries(scripts.map((script) => [script, log])));
  for (const script of said.plain ?? []) chmodSync(p.at(script), 0o644);
  const workspace = { root: p.dir, home: p.home, scope: 'project' as const };
  const found = checkSettings(said.agent, readHooks(said.agent, text, name), workspace);
  const given = found.map(({ code, at }) => show({ code, ...(at && { line: at.line }) }));
  return { name, said, expected: said.findings.map(show), given };
});

test('a settings file without a fault has no finding, and one with faults has no other findings', () => {
  const wrong = results.flatMap(({ name, said, expected, given }) =>
    given.filter((one) => !expected.includes(one)).map((one) => `${name} (${said.why}): ${one}`),
  );
  expect(wrong).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(64);
  expect(results.filter(({ said }) => !said.findings.length).length).toBeGreaterThanOrEqual(32);
});

test('at least nine of ten faults are found, each in its line', () => {
  const all = results.flatMap(({ name, expected, given }) =>
    expected.map((one) => ({ name, one, isFound: given.includes(one) })),
  );
  const missed = all.filter(({ isFound }) => !isFound).map(({ name, one }) => `${name}: ${one}`);
  expect(all.length).toBeGreaterThan(40);
  expect(missed.length / all.length, missed.join('\n')).toBeLessThanOrEqual(0.1);
});

/** Findings that no settings file has by itself: they are about scripts, about our own lines, or about a conversion. */
const notOfOneFile =
  /^(?:speaks-another|reads-another|flat-decision|no-event-name|wrong-verdict-word|log-before-answer|exit-not-refusal|refusal-unheard|output-refuses|values-lost|carry-lost|setting-written|both-wordings|twice-.*|loaded-by|taken-out|renamed|line-unread|module-missing|no-handler|misnamed-handler|other-handler|not-bundled|own-entry-wrapped|edited|restored|switched-on|stray|returned-.*)$/;

test('every finding that one settings file can have occurs at least twice among the faults', () => {
  const codes = results.flatMap(({ said }) => said.findings.map(({ code }) => code));
  const rare = findingCodes
    .filter((code) => !notOfOneFile.test(code))
    .filter((code) => codes.filter((one) => one === code).length < 2);
  expect(rare).toEqual([]);
});
