#!/usr/bin/env node
// Keeps secrets out of files: refuses changes of files that hold some, and texts that look like one.
// A shell command can still write such a file.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const { input } = JSON.parse(readFileSync(0, 'utf8'));

/** Names of files that hold secrets. */
const secretFiles = [
  /^\.env(\..+)?$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)$/,
  /\.(pem|key|p12|pfx)$/i,
  /^\.netrc$/,
];
/** Names of files that look like those and are meant to be shared. */
const sharedFiles = /\.(example|sample|template|dist)$/;

/** Texts that look like a secret. */
const secrets = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of AWS': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of GitHub': /\b(gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{22,})/,
  'a token of GitLab': /\bglpat-[0-9A-Za-z_-]{20}/,
  'a token of Slack': /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  'a key of an AI service': /\bsk-[0-9A-Za-z_-]{32,}/,
};

/** Prints a refusal. The agent reads the reason. */
const refuse = (reason) => console.log(JSON.stringify({ decision: 'deny', reason }));

const name = basename(input.path);
// The text that a call adds: a whole file, one replacement, or several.
const texts = [
  input.content,
  input.new,
  ...(input.edits ?? []).map((edit) => JSON.stringify(edit.new)),
];
const found = Object.keys(secrets).find((what) =>
  texts.some((text) => secrets[what].test(text ?? '')),
);

if (secretFiles.some((pattern) => pattern.test(name)) && !sharedFiles.test(name))
  refuse(`${name} holds secrets: ask the person to change it.`);
else if (found) refuse(`The text has ${found} in it. Read it from an environment variable.`);
