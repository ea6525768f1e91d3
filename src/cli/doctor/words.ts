/** The words for what is true of a hook. */
import type { HookSurvey, ProjectSurvey, Truth, TruthCode } from '../../survey/index.ts';

/** Truths of hooks that do what they are there for. */
export const isWell = ({ code }: Truth): boolean => code === 'guards' || code === 'runs';

/** Truths for which `--strict` fails: the hook does nothing, or refuses every call, and the project is at fault. */
export const isDead = ({ code, isOfMachine }: Truth): boolean =>
  (code === 'never-runs' || code === 'refuses-every-call' || code === 'never-ends') && !isOfMachine;

const shortWords: Record<TruthCode, string> = {
  guards: 'guards',
  runs: 'runs',
  'refuses-every-call': 'refuses every call',
  'never-ends': 'lets no turn end',
  'never-runs': 'never runs',
  'fails-open': 'fails open',
  'out-of-date': 'out of date',
  'speaks-another': 'speaks another dialect',
  'runs-twice': 'runs twice',
  unknown: 'not known',
};

/** Returns what is true of a hook in a word or two. */
export const shortTruth = ({ code }: Truth): string => shortWords[code];

const sentences: Record<TruthCode, string> = {
  guards: 'It guards',
  runs: 'It runs',
  'refuses-every-call': 'It refuses every call',
  'never-ends': 'It makes the agent go on each time it wants to end',
  'never-runs': 'It never runs',
  'fails-open': 'It lets calls pass that it should judge',
  'out-of-date': 'It is not as its source has it',
  'speaks-another': 'It speaks the dialect of another agent',
  'runs-twice': 'It runs twice',
  unknown: 'What it does is not known here',
};

/** Returns what is true of a hook as a sentence with the reason. */
export const longTruth = ({ code, why }: Truth): string =>
  why === undefined
    ? `${sentences[code]}.`
    : `${sentences[code]}: ${why}${why.endsWith('?') ? '' : '.'}`;

const signs: Record<TruthCode, string> = {
  guards: '✓',
  runs: '·',
  'refuses-every-call': '✗',
  'never-ends': '✗',
  'never-runs': '✗',
  'fails-open': '!',
  'out-of-date': '!',
  'speaks-another': '!',
  'runs-twice': '!',
  unknown: '?',
};

/** Returns the sign that stands before a hook. */
export const signOf = ({ code }: Truth): string => signs[code];

/** Returns a text that is cut to a length, with `…` at its end if it was longer. */
export const shorten = (text: string, length: number): string =>
  [...text].length > length ? `${[...text].slice(0, length - 1).join('')}…` : text;

/** Returns all hooks of a survey, of all agents. */
export const hooksOf = ({ agents }: ProjectSurvey): HookSurvey[] =>
  agents.flatMap(({ files }) => files.flatMap(({ hooks }) => hooks));
