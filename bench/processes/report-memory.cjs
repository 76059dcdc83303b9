/** Preloaded into a program: saves the system's memory status of the process at its exit. */
const { readFileSync, writeFileSync } = require('node:fs');

// Not resourceUsage().maxRSS, which starts with the memory of the parent process.
process.once('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY_FILE, readFileSync('/proc/self/status'));
});
