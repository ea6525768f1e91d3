// The least a shim does: reads stdin, starts the hook with pipes, passes its answer on. Every other
// cost of `anyhook run` is ours. The same public calls of Node, and the same way to end.
const { spawn } = require('node:child_process');
const { writeSync } = require('node:fs');
const { Socket } = require('node:net');

const chunks = [];
const stdin = new Socket({ fd: 0, readable: true, writable: false });
stdin.on('data', (chunk) => chunks.push(chunk));
stdin.on('end', () => {
  const hook = spawn(process.argv[2], { stdio: ['pipe', 'pipe', 'pipe'] });
  const out = [];
  hook.stdout.on('data', (chunk) => out.push(chunk));
  hook.stderr.on('data', (chunk) => writeSync(2, chunk));
  hook.stdin.on('error', () => {});
  hook.on('close', (code) => {
    if (out.length) writeSync(1, Buffer.concat(out));
    process.exit(code ?? 1);
  });
  hook.stdin.end(Buffer.concat(chunks));
});
