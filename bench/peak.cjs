// Preloaded: prints the peak memory of its process, in kilobytes, on stderr.
process.on('exit', () => {
  require('node:fs').writeSync(2, `peak ${process.resourceUsage().maxRSS}\n`);
});
