import { readFileSync } from 'node:fs';

const statusOf = (field, text) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)[1]) / 1024;

/** Resident memory in megabytes, by a file of the form of /proc/<pid>/status. */
export function residentMemory(file) {
  return statusOf('VmRSS', readFileSync(file, 'utf8'));
}

/** The most that it has been. */
export function mostResidentMemory(file) {
  return statusOf('VmHWM', readFileSync(file, 'utf8'));
}
