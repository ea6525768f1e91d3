import { createPlugin as createParentPlugin } from '../opencode/plugin.ts';
import { kilo } from './dialect.ts';

/** Makes the part of the generated plugin that knows Kilo: that of OpenCode, whose payloads tell that they are of Kilo. */
export const createPlugin = () => createParentPlugin(kilo.id);
