/**
 * Writes the code caches that `bin/newswatch.cjs` runs the program out of, for one purpose. The
 * functions in them are those that command lines with it came by, against a service that finds nothing.
 *
 * Usage: node build/code-cache.cjs [purpose]
 */
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Readable } = require('node:stream');
const v8 = require('node:v8');
const launcher = require('../bin/newswatch.cjs');

const folder = mkdtempSync(join(tmpdir(), 'newswatch-'));
const serve = ['serve', '--data', folder, '--port', '0'];

const commandLines = {
  version: [['--version']],
  help: [['--help'], ['news', 'search', '--help']],
  webhook: [
    ['webhook', 'verify', '--event-id', 'evt_1', '--timestamp', '0', '--signature', 'v1=0'],
  ],
  // The first one makes the store, and the second one finds it.
  serve: [serve, serve],
  undefined: [
    ['account', 'overview'],
    ['news', 'search', 'a query'],
    ['alerts', 'list', '--since', '24h'],
  ],
};

const purpose = process.argv[2];
const left = commandLines[purpose];

// A cache is of use only where V8 has the flags with which it was written: those of the start.
v8.setFlagsFromString = () => {};

const scripts = new Map();

launcher.load = (name) => {
  const script = scripts.get(name) ?? launcher.compile(name);
  scripts.set(name, script);
  return launcher.evaluate(name, script);
};

const service = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"items":[],"alerts":[]}');
});

function next() {
  const commandLine = left.shift();
  if (commandLine) {
    process.argv = [process.execPath, 'newswatch', ...commandLine];
    Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from('{}')]) });
    setImmediate(launcher.load, 'cli');
    return;
  }
  process.off('beforeExit', next);
  process.exitCode = 0;
  rmSync(folder, { recursive: true });
  for (const [name, script] of scripts) {
    const file = launcher.cacheFileOf(name, name === 'cli' ? purpose : undefined);
    writeFileSync(file, script.createCachedData());
  }
}

/** The ready line of a server is the end of its start. */
function endServer(text, ...rest) {
  if (/^\{"base_url"/.test(text)) setImmediate(() => process.emit('SIGTERM', 'SIGTERM'));
  return Object.getPrototypeOf(process.stdout).write.call(process.stdout, text, ...rest);
}

process.stdout.write = endServer;
process.on('beforeExit', next);
service.listen(0, '127.0.0.1', () => {
  process.env.SERVICE_BASE_URL = `http://127.0.0.1:${service.address().port}`;
  process.env.SERVICE_API_KEY = 'nw_none';
  process.env.SERVICE_WEBHOOK_SECRET = 'whsec_none';
  service.unref();
});
