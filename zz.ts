import { adapters } from './src/adapters/index.ts';
import { gates } from './src/canonical/kinds.ts';
import { endingOf } from './src/settings/command-line/ending.ts';
for (const [id, a] of Object.entries(adapters)) { if (id==='anyhook') continue; for (const b of a.bindings.all()) if (gates.includes(b.event)) console.log(id, b.native, endingOf(a, b, true)); }
