// Kilo, `kilo run`: a fork of OpenCode, with settings and plugins in places of its own.
import { join } from 'node:path';
import { write } from '../workspace.ts';
import type { Client } from './client.ts';
import { environmentOf, opencode, settingsOf } from './opencode.ts';
import { pluginWith } from './plugin.ts';

export const kilo: Client = {
  ...opencode,
  title: 'Kilo',
  settings: ['.kilo/plugin/anyhook.js', pluginWith('kilo')],
  prepare(place) {
    write(join(place.home, '.config/kilo/kilo.json'), settingsOf(place));
  },
  launch(place, prompt) {
    const name = `@kilocode/cli-${process.platform}-${process.arch}`;
    const program = join(place.modules, name, 'bin/kilo');
    return {
      command: [program, 'run', '--format', 'json', prompt],
      env: { ...environmentOf(place), KILO_DISABLE_MODELS_FETCH: '1' },
    };
  },
};
