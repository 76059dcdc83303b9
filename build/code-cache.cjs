/**
 * Writes the code cache that `bin/program.cjs` runs out of. The functions in it are those that the
 * command lines below came by, against a service that finds nothing.
 */
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const v8 = require('node:v8');
const { cacheFile, compile, evaluate } = require('../bin/program.cjs');

const commandLines = [
  ['--help'],
  ['news', 'search', '--help'],
  ['account', 'overview'],
  ['news', 'search', 'a query'],
  ['alerts', 'list', '--since', '24h'],
];

// A cache is of use only where V8 has the flags with which it was written: those of the start.
v8.setFlagsFromString = () => {};

const service = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"items":[],"alerts":[]}');
});

service.listen(0, '127.0.0.1', () => {
  process.env.SERVICE_BASE_URL = `http://127.0.0.1:${service.address().port}`;
  process.env.SERVICE_API_KEY = 'nw_none';
  service.unref();
  const script = compile();
  const next = () => {
    const commandLine = commandLines.shift();
    if (commandLine) {
      process.argv = [process.execPath, 'newswatch', ...commandLine];
      setImmediate(evaluate, script);
    } else {
      process.off('beforeExit', next);
      process.exitCode = 0;
      writeFileSync(cacheFile, script.createCachedData());
    }
  };
  process.on('beforeExit', next);
  next();
});
