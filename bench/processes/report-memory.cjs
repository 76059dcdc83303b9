/** Loaded before a program, it keeps what the system says of the program's memory at its end. */
const { readFileSync, writeFileSync } = require('node:fs');

// Not resourceUsage().maxRSS: that begins with the memory of the process that started this one.
process.once('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY_FILE, readFileSync('/proc/self/status'));
});
