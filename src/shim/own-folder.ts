import { readFileSync } from 'node:fs';
import { once } from '../util/once.ts';

/** Returns the home folder that the system knows. Only called if `/etc/passwd` does not list the user. */
let lookUpHome = (): string => '';

/** Sets how the home folder is looked up, so that this module need not load `node:os`. */
export const setHomeLookup = (lookup: () => string): void => {
  lookUpHome = lookup;
};

/**
 * Reads the home folder of the current user from `/etc/passwd`, which is far cheaper than loading `node:os`.
 *
 * @returns undefined if there is no such file, or the user is not in it.
 */
function homeInPasswd(): string | undefined {
  try {
    const userId = String(process.getuid?.());
    const list = readFileSync('/etc/passwd', 'utf8');
    const mark = `:${userId}:`; // may also stand for the id of a group
    for (let at = list.indexOf(mark); at >= 0; at = list.indexOf(mark, at + 1)) {
      const [line] = list.slice(list.lastIndexOf('\n', at) + 1).split('\n', 1) as [string];
      const fields = line.split(':'); // name, password, user id, group id, comment, home folder, shell
      if (fields[2] === userId) return fields[5];
    }
  } catch {
    // There is no such list.
  }
  return undefined;
}

/**
 * Returns the path of `~/.anyhook`, below the home folder that the system knows. The variable `HOME`
 * is not read, because hosts load a project's `.env` into the environment of their hooks. Undefined if
 * the system knows no home folder.
 */
export const ownFolder = once((): string | undefined => {
  try {
    const home = homeInPasswd() ?? lookUpHome();
    return home ? `${home}/.anyhook` : undefined;
  } catch {
    return undefined;
  }
});
