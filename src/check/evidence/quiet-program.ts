/** Reads a Python or JavaScript program for whether it can print anything, or end with another exit code than 0. */

import type { ProvenOutput } from './quiet-shell.ts';

/** Matches statements that print an empty answer. */
const emptyAnswer = {
  js: /\b(?:console\.log|process\.stdout\.write)\(\s*(?:'\{\}\s*(?:\\n)?'|"\{\}(?:\\n)?"|JSON\.stringify\(\{\}\))\s*\)/g,
  python: /\bprint\(\s*(?:'\{\}'|"\{\}"|json\.dumps\(\{\}\))\s*\)/g,
};

/** Matches the modules of a program that start nothing, connect to nothing and decide nothing. */
const plainModules = {
  js: /^(?:node:)?(?:fs|fs\/promises|path|os|util|url|crypto)$/,
  python:
    /^(?:json|sys|os|os\.path|datetime|time|pathlib|re|collections|typing|hashlib|uuid|platform|getpass|logging)$/,
};

const imports = {
  js: /\brequire\(\s*([^)]*)\)|\bfrom\s+(\S+)|\bimport\s*\(\s*([^)]*)\)|^\s*import\s+(['"][^'"]*['"])/gm,
  python: /^\s*(?:import|from)\s+([^\n#]*)/gm,
};

/** Matches whatever may print, end the program with another exit code, or do what is not seen in the text. */
const notFollowed = {
  js: /\bconsole\b|\bstdout\b|\bstderr\b|(?:write|append)\w*\(\s*[12]\b|\/dev\/|\/proc\/|\bprocess\.(?!stdin\b|env\b|argv\b|cwd\b|exit\((?:0?)\))|\bexitCode\b|\bthrow\b|\bassert\b|\beval\b|\bFunction\b|\bglobalThis\b|\breject\b|\bprocess\b(?!\.)|\\[xu]/,
  python:
    /\bprint\b|\bsys\.(?!stdin\b|argv\b|exit\((?:0?)\))|\bos\.(?!path\b|environ\b|getcwd\b|makedirs\b|mkdir\b|getenv\b)|\braise\b|\bassert\b|\bSystemExit\b|\bquit\b|(?<!\.)\bexit\b|\bexec\b|\beval\b|__|\bgetattr\b|\/dev\/|\/proc\/|\bopen\(\s*[\d]|\b(?:sys|os)\b(?!\.)|\\[xu]/,
};

/** Returns the names of the modules that a program loads, without quotes. */
function modulesOf(text: string, language: 'js' | 'python'): string[] {
  return [...text.matchAll(imports[language])].flatMap(([, ...found]) => {
    const said = found.find((one) => one !== undefined) ?? '';
    if (language === 'js') return said.trim().replace(/^(['"])(.*)\1;?$/, '$2');
    return said
      .replace(/\s+import\s.*$/, '')
      .split(',')
      .map((one) => one.replace(/\s+as\s.*$/, '').trim());
  });
}

/**
 * Reads what a program can print and how it can end, apart from an error that nobody expects.
 *
 * @returns undefined if the text does not prove it.
 */
export function readQuietProgram(
  text: string,
  language: 'js' | 'python',
): ProvenOutput | undefined {
  const code = text.replace(language === 'js' ? /^\s*\/\/.*$/gm : /^\s*#.*$/gm, '');
  if (!modulesOf(code, language).every((name) => plainModules[language].test(name)))
    return undefined;
  const answers = code.match(emptyAnswer[language])?.length ?? 0;
  const isRenamed =
    language === 'python' && /^\s*(?:import\s[^\n]*\sas\s|from\s+(?:os|sys)\b)/m.test(code);
  const rest = code.replace(emptyAnswer[language], '').replace(imports.python, '');
  // Without a file, `logging` writes on stderr.
  const logsElsewhere =
    !/\blogging\b/.test(code) || /\bbasicConfig\([\s\S]{0,200}?\bfilename=/.test(code);
  if (!logsElsewhere || /\bStreamHandler\b/.test(code)) return undefined;
  if (answers > 1 || isRenamed || notFollowed[language].test(rest)) return undefined;
  return { texts: answers ? ['{}'] : [], codes: [], mayFail: true };
}
