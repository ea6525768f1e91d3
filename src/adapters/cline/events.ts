import type { Events } from '../../mapping/define.ts';
import { fileEvents } from './file-events.ts';
import { pluginEvents } from './plugin-events.ts';

/** The events: those of hook files, which scripts are written for, and those of our plugin, under which hooks are written. */
export const events = { ...fileEvents, ...pluginEvents } satisfies Events;
