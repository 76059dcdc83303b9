import { readFileSync } from 'node:fs';

const statusOf = (field, text) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)[1]) / 1024;

/** Resident memory in megabytes, from a file in the format of /proc/<pid>/status. */
export function residentMemory(file) {
  return statusOf('VmRSS', readFileSync(file, 'utf8'));
}

/** Peak resident memory in megabytes, from the same format. */
export function peakResidentMemory(file) {
  return statusOf('VmHWM', readFileSync(file, 'utf8'));
}

/** Milliseconds per tick of /proc; 100 ticks a second on every platform of Node.js. */
const tick = 10;

/** Milliseconds of processor time of all child processes that have ended, and of theirs. */
export function childProcessorTime() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user + system) * tick;
}
