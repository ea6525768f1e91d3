import { formatNotice } from '../translate/shim-output.ts';
import { isObject } from '../util/equal.ts';
import { objectIn } from '../util/json.ts';
import { once } from '../util/once.ts';
import { writeNotice } from './notices.ts';
import { ownFolder, readPrivateFile } from './own-folder.ts';

/** `config.json` of our own folder: what is nobody's but the person's to say. */
export const readOwnConfig = once((): { readonly log?: unknown; readonly ca?: unknown } => {
  const own = ownFolder();
  const text = own && readPrivateFile(`${own}/config.json`, 65_536);
  const config = text ? objectIn(text, false) : undefined;
  if (text && !isObject(config)) writeNotice(formatNotice(`${own}/config.json is not JSON`));
  return config ?? {};
});
