// Generated from the folders of src/adapters by `npm run index-vendors`: do not edit.
import type { Vendor } from '../../src/adapters/index.ts';
import * as anyhook from './anyhook.ts';
import * as claude from './claude.ts';
import * as cline from './cline.ts';
import * as codex from './codex.ts';
import * as copilot from './copilot.ts';
import * as cursor from './cursor.ts';
import type { Oracle, OracleFile } from './effect.ts';
import * as gemini from './gemini.ts';
import * as kilo from './kilo.ts';
import * as opencode from './opencode.ts';
import * as pi from './pi.ts';
import * as qwen from './qwen.ts';
import * as tabnine from './tabnine.ts';
import * as terminai from './terminai.ts';

/** The oracle of every adapter, by id. */
export const oracles = {
  claude: claude.claude,
  cline: cline.cline,
  codex: codex.codex,
  copilot: copilot.copilot,
  cursor: cursor.cursor,
  gemini: gemini.gemini,
  kilo: kilo.kilo,
  opencode: opencode.opencode,
  pi: pi.pi,
  qwen: qwen.qwen,
  tabnine: tabnine.tabnine,
  terminai: terminai.terminai,
  anyhook: anyhook.anyhook,
} satisfies Record<Vendor, Oracle>;

/** Everything that the file of each oracle exports, by id. */
export const oracleFiles = {
  claude,
  cline,
  codex,
  copilot,
  cursor,
  gemini,
  kilo,
  opencode,
  pi,
  qwen,
  tabnine,
  terminai,
  anyhook,
} satisfies Record<Vendor, OracleFile>;
