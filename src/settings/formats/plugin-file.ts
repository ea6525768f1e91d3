/**
 * Reads and writes plugins that we generate, for agents without hook commands. Such a file is a JavaScript module: the
 * hooks stand in it as JSON, above its code. An edit keeps the bytes of the JSON that it need not change, and writes the
 * code anew.
 */
import { editJsonc } from '../../edit/jsonc/edit.ts';
import { parseJsonc } from '../../edit/jsonc/tree.ts';
import { AnyhookError } from '../../errors.ts';
import type { SettingsTable, Syntax } from '../../mapping/settings.ts';
import { adapterOf } from '../../translate/host.ts';
import { asObject } from '../../util/equal.ts';
import { bridgeName } from '../command-line/shim-line.ts';

/** The text before the JSON. */
const dataStart = 'const settings = ';
/** Matches the line that ends the JSON. */
const dataEnd = /^\};[ \t]*\r?$/m;
/** The first words of the file, by which it is known for ours. */
const mark = '// Made by anyhook';

/** The parts of a plugin's text. */
interface Parts {
  /** The text before the JSON. */
  before: string;
  json: string;
}

/** Splits the text of a plugin. Throws `settings` if it is not one that we generated. */
function splitPlugin(written: string, file: string, title: string): Parts {
  const text = written.replace(/^\ufeff/, ''); // some editors add a byte order mark
  const start = text.indexOf(`\n${dataStart}`);
  if (!text.startsWith(mark) || start < 0)
    throw new AnyhookError(
      'settings',
      `${file}: it is a program that anyhook did not make, and hooks cannot be read from programs; move it away to have ${title} run hooks by anyhook`,
    );
  const jsonStart = start + 1 + dataStart.length;
  const end = dataEnd.exec(text.slice(jsonStart));
  if (!end) {
    const line = text.slice(0, jsonStart).split('\n').length;
    throw new AnyhookError(
      'settings',
      `${file}:${line}: the hooks do not end: a line with nothing but }; is missing`,
    );
  }
  return {
    before: text.slice(0, jsonStart),
    json: text.slice(jsonStart, jsonStart + end.index + 1),
  };
}

/** Returns the syntax of the plugin that we generate for an agent. */
export function makePluginSyntax(
  vendor: string,
  { files, syntax: { plugin } }: SettingsTable,
): Syntax {
  const { title } = adapterOf(vendor);
  const header = `${mark}, which runs the hooks below in ${title}, each with its own command.
// Written anew by: npx anyhook sync. Taken out by: npx anyhook remove ${vendor}.
${dataStart}`;
  return {
    read(text, file) {
      const { before, json } = splitPlugin(text, file, title);
      // Blanks stand for what is before the JSON, so that positions are those in the file.
      const { value, at } = parseJsonc(before.replace(/[^\n]/g, ' ') + json, file);
      return { value, at };
    },
    edit(text, file, edits) {
      const eol = /\r\n/.test(text) ? '\r\n' : '\n';
      const { json } = text.trim() ? splitPlugin(text, file, title) : { json: '{}\n' };
      const edited = editJsonc(json, file, edits).trimEnd();
      const { hooks } = parseJsonc(edited, file).value ?? {};
      if (!Object.keys(asObject(hooks)).length) return '';
      const { own } = files;
      const isOfUser = file.replaceAll('\\', '/').endsWith(own.user);
      const path = isOfUser ? own.user : own.project;
      const above = '../'.repeat(path.split('/').length - 1);
      const code =
        plugin?.code(`${above}.anyhook/${bridgeName}`, isOfUser ? undefined : above) ?? '';
      return `${header}${edited};\n\n${code.trim()}\n`.replace(/\r?\n/g, eol);
    },
    editsInside: true,
  };
}
