/** Loaded before a program, it writes the program's largest resident memory, in kilobytes, at its end. */
const { writeFileSync } = require('node:fs');

process.once('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY_FILE, String(process.resourceUsage().maxRSS));
});
