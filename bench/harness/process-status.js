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
