import { extendDialect } from '../../mapping/extend.ts';
import { opencode } from '../opencode/index.ts';
import { kilo as dialect } from './dialect.ts';

/** The adapter: that of OpenCode, and what differs. */
export const kilo = extendDialect(dialect, { ...opencode, hooksIn: '.kilo/plugin/anyhook.js' });
