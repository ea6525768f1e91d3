import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The settings files of a vendor in the fixtures: name and text. */
export function realistic(vendor: string): [string, string][] {
  const folder = fileURLToPath(new URL(`../../fixtures/${vendor}/settings/`, import.meta.url));
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /\.(json|yaml|js)$/.test(name))
    .map((name) => [name, readFileSync(folder + name, 'utf8')]);
}
