/**
 * Loaded with `--require` into a process that runs the server: measures the processor time of the
 * statements that find and claim due deliveries. `globalThis.claimSeconds()` returns the seconds since its
 * last call.
 */
const { DatabaseSync, replaceDatabase } = require('../harness/sqlite.cjs');

const isClaim = (sql) =>
  /randomblob\(8\)|due_at IS NOT NULL AND lease_token IS NULL|has_plan/.test(sql);

let seconds = 0;

class TimedDatabase extends DatabaseSync {
  prepare(sql) {
    const statement = super.prepare(sql);
    if (!isClaim(sql)) return statement;
    const timed =
      (method) =>
      (...values) => {
        const before = process.cpuUsage();
        const result = statement[method](...values);
        const { user, system } = process.cpuUsage(before);
        seconds += (user + system) / 1e6;
        return result;
      };
    return { get: timed('get'), all: timed('all'), run: timed('run') };
  }
}

replaceDatabase(TimedDatabase);

globalThis.claimSeconds = () => {
  const measured = seconds;
  seconds = 0;
  return measured;
};
