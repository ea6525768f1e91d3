#!/usr/bin/env node
// stop: asks once for the tests to be run.
import { appendFileSync, readFileSync } from 'node:fs';

const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text.trim()}\n`);
const { status, loop_count } = JSON.parse(text);

const followup = status === 'completed' && loop_count === 0;
console.log(JSON.stringify(followup ? { followup_message: 'Now run the tests.' } : {}));
