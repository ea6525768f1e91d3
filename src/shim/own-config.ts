import { formatNotice } from '../translate/shim-output.ts';
import { isObject } from '../util/equal.ts';
import { parseJsonObject } from '../util/json.ts';
import { once } from '../util/once.ts';
import { writeNotice } from './notices.ts';
import { ownFolder } from './own-folder.ts';
import { readPrivateFile } from './private-files.ts';

/**
 * Reads `~/.anyhook/config.json`, which holds settings that no project may state, but only the person: the
 * path of a log, and of a file of certificates to trust (`ca`). A file that is missing, or holds no JSON
 * object, counts as empty.
 */
export const readOwnConfig = once((): { readonly log?: unknown; readonly ca?: unknown } => {
  const own = ownFolder();
  const text = own && readPrivateFile(`${own}/config.json`, 65_536);
  const config = text ? parseJsonObject(text, false) : undefined;
  if (text && !isObject(config)) writeNotice(formatNotice(`${own}/config.json is not JSON`));
  return config ?? {};
});
