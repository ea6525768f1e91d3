// Preloaded: prints the peak memory of its process, in kilobytes, on stderr. What the system counts
// for `resourceUsage` begins with the process that started it; this does not.
process.on('exit', () => {
  const { readFileSync, writeSync } = require('node:fs');
  let peak = process.resourceUsage().maxRSS;
  try {
    peak = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    // Not Linux.
  }
  writeSync(2, `peak ${peak}\n`);
});
