import { readdirSync, readFileSync } from 'node:fs';

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

/** The fields of /proc/<pid>/stat from the third. */
function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const sum = (numbers) => numbers.reduce((before, each) => before + Number(each), 0);

/** Milliseconds of processor time of all child processes that have ended, and of theirs. */
export function childProcessorTime() {
  return sum(statOf('self').slice(13, 15)) * tick;
}

export const parentOf = (pid) => Number(statOf(pid)[1]);

/** Milliseconds of processor time of a process and of its children, including those that have ended. */
export function familyProcessorTime(pid) {
  const stats = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [statOf(name)] : [];
    } catch {
      return []; // It has just ended: its parent has its time.
    }
  });
  const children = stats.filter(([, parent]) => Number(parent) === pid);
  const times = [statOf(pid), ...children].map((stat) => sum(stat.slice(11, 15)));
  return sum(times) * tick;
}
