/** What `doctor` says of the hooks of a generated plugin where the bridge that it loads is missing or broken. */
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { isPlugin } from '../settings/agent-file.ts';
import { hosts } from '../settings/delivery.ts';
import { type Project, project } from '../settings/project.ts';

const bridge = '.anyhook/bridge.cjs';
const faults: Record<string, (place: Project) => void> = {
  'is not there': (place) => place.drop(bridge),
  'is empty': (place) => place.put(bridge, ''),
  'was cut off': (place) => place.put(bridge, place.get(bridge).slice(0, -20)),
};

test.each(
  hosts
    .filter(isPlugin)
    .flatMap((vendor) =>
      Object.entries(faults).map(([title, spoil]) => [vendor, title, spoil] as const),
    ),
)('the hooks of %s refuse every call where the bridge %s, and doctor repairs that', async (vendor: Vendor, title, spoil) => {
  const source =
    'version: 1\nhooks:\n  - { name: guard, on: before-tool, tools: [shell], run: "true" }\n';
  const place = project({ 'anyhook.yaml': source });
  await place.anyhook('sync', '--to', vendor);
  const examine = async () => (await place.anyhook('doctor')).stdout.replace(/\s+/g, ' ');
  expect(await examine()).not.toContain('refuses every call');
  spoil(place);
  const broken = await examine();
  expect(broken).toContain('refuses every call');
  expect(broken).toContain(`its plugin loads ${bridge}, which ${title}`);
  await place.anyhook('doctor', '--fix', '--yes');
  expect(await examine()).not.toContain('refuses every call');
});
