#!/usr/bin/env node
// beforeShellExecution: commands must not hold any of the words given here.
import { appendFileSync, readFileSync } from 'node:fs';

const words = process.argv.slice(2);
const text = readFileSync(0, 'utf8');
appendFileSync(process.env.HOOK_SEEN, `${text.trim()}\n`);
const { command } = JSON.parse(text);

if (words.some((word) => command.includes(word))) {
  const user_message = `Not said here: ${JSON.stringify(words)}`;
  console.log(JSON.stringify({ permission: 'deny', user_message, agent_message: user_message }));
} else {
  console.log('{}');
}
