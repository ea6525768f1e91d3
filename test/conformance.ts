import type { Adapter } from '../src/mapping/adapter.ts';
import type { Fixtures, Subject } from '../src/testing/fixtures.ts';
import { conformanceChecks as own } from '../src/testing/index.ts';
import { checkDialects } from './conformance/dialects.ts';
import { type Adapters, fixtures, vendors } from './conformance/fixtures.ts';
import { checkLongAnswers } from './conformance/long-answers.ts';
import { checkMeanings } from './conformance/meanings.ts';
import { checkAnswers, checkTranslations } from './conformance/translated.ts';

type Suite = (adapters: Adapters, vendor: string) => Generator<string>;

/** Turns a published suite, which checks one adapter, into a suite for one vendor of a set of adapters. */
const among =
  (suite: (subject: Subject) => Generator<string>): Suite =>
  (adapters, vendor) =>
    suite({
      adapter: adapters[vendor] as Adapter,
      fixtures: fixtures[vendor] as Fixtures,
      canonical: adapters.anyhook as Adapter,
    });

/** All conformance suites: each yields the failures of one vendor. */
export const suites: Suite[] = [
  ...own.map(among),
  checkTranslations,
  checkMeanings,
  checkAnswers,
  checkDialects,
  checkLongAnswers,
];

/** Lists all failures of a set of adapters: everything in which it differs from the fixtures. */
export const conform = (adapters: Adapters): string[] =>
  vendors.flatMap((vendor) => suites.flatMap((suite) => [...suite(adapters, vendor)]));
