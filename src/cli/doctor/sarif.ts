/** Writes a survey as SARIF 2.1.0, which code scanning reads. */
import { isAbsolute } from 'node:path';
import { describeFinding, type Finding, kindOfFinding } from '../../settings/finding.ts';
import type { FileSurvey, HookSurvey, ProjectSurvey, Truth } from '../../survey/index.ts';
import { toPlainLine } from '../paint.ts';
import { findFindingPage } from '../site-pages.ts';
import { isDead, isWell, longTruth } from './words.ts';

/** Whether a result is an error, a warning or a remark. */
type Level = 'error' | 'warning' | 'note';

interface Result {
  rule: string;
  level: Level;
  text: string;
  file: string;
  line?: number | undefined;
  column?: number | undefined;
}

const ofTruth = (file: FileSurvey, one: HookSurvey, truth: Truth, title: string): Result => ({
  rule: truth.cause ?? truth.code,
  level: isDead(truth) ? 'error' : 'warning',
  text: `${one.name} (${one.event}, ${title}): ${longTruth(truth)}${truth.remedy ? ` ${truth.remedy.text}` : ''}`,
  file: file.file,
  line: one.at?.line,
  column: one.at?.column,
});

const ofFinding = ({ file }: FileSurvey, finding: Finding): Result => ({
  rule: finding.code,
  level: kindOfFinding(finding) === 'odd' ? 'note' : 'error',
  text: describeFinding(finding),
  file,
  line: finding.at?.line,
  column: finding.at?.column,
});

/** Returns the line and the column that an error about a file begins with: `FILE:LINE:COLUMN: …`. */
function positionIn(error: string): Pick<Result, 'line' | 'column'> {
  const [, line, column] = /:(\d+):(\d+): /.exec(error) ?? [];
  return line === undefined ? {} : { line: Number(line), column: Number(column) };
}

/** Returns all that is wrong, once each. Files outside the project are left out: a repository cannot show them. */
function listResults({ agents, neutral }: ProjectSurvey): Result[] {
  const all = [...(neutral ? [{ title: 'for every agent', files: [neutral] }] : []), ...agents];
  const results = all.flatMap(({ title, files }) =>
    files
      .filter(({ scope, role }) => scope === 'project' && role !== 'plugin')
      .flatMap((file): Result[] => [
        ...(file.error === undefined
          ? []
          : [
              {
                rule: 'file-unreadable',
                level: 'error' as const,
                text: file.error,
                ...{ file: file.file, ...positionIn(file.error) },
              },
            ]),
        ...file.findings.map((finding) => ofFinding(file, finding)),
        ...file.hooks.flatMap((one) => {
          const truths = [one.truth, ...one.alsoTrue].filter((truth) => !isWell(truth));
          const told = new Set<string | undefined>(truths.map(({ cause }) => cause));
          const others = one.findings.filter(({ code }) => !told.has(code));
          return [
            ...truths.map((truth) => ofTruth(file, one, truth, title)),
            ...others.map((finding) => ofFinding(file, finding)),
          ];
        }),
      ]),
  );
  return [...new Map(results.map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns a path as a URI relative to the repository. */
const toUri = (file: string): string =>
  (isAbsolute(file) ? file : file.replaceAll('\\', '/'))
    .split('/')
    .map(encodeURIComponent)
    .join('/');

/**
 * Returns a survey as a SARIF log.
 *
 * @param version The version of this package.
 */
export function surveyToSarif(survey: ProjectSurvey, version: string): object {
  const results = listResults(survey);
  const rules = [...new Set(results.map(({ rule }) => rule))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'anyhook',
            version,
            rules: rules.map((id) => ({
              id,
              shortDescription: { text: id.replaceAll('-', ' ') },
              helpUri: findFindingPage(id),
            })),
          },
        },
        results: results.map(({ rule, level, text, file, line = 1, column = 1 }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level,
          message: { text: toPlainLine(text) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: toUri(file), uriBaseId: '%SRCROOT%' },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}
