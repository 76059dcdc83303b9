#!/usr/bin/env node
const [flag, ...others] = process.argv.slice(2);

// Scripts call --version often, so it loads no other module. If this fails, the program reports the error.
if (!((flag === '--version' || flag === '-V') && others.length === 0 && isVersionPrinted())) {
  // Node 22 and later keep compiled code in a cache of their own; Node 20 compiles at each start.
  require('node:module').enableCompileCache?.();

  // The program handles these signals; they must not end the process while it is being loaded.
  process
    .on('SIGINT', () => {})
    .on('SIGTERM', () => {})
    .on('SIGHUP', () => {});
  if (process.platform === 'win32') process.on('SIGBREAK', () => {});

  require('../dist/cli.cjs');
}

/** Whether the whole version could be written at once. */
function isVersionPrinted() {
  const line = `${require('../package.json').version}\n`;
  try {
    return require('node:fs').writeSync(1, line) === line.length;
  } catch {
    return false;
  }
}
