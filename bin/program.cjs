/**
 * The program, compiled ahead: Node 20 has no compile cache of its own, and compiling is a third of
 * what a short command does. The build writes the cache for the V8 that it runs on; where there is none
 * for this V8, or it runs with other flags, the program is compiled as ever.
 */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, '../dist/cli.cjs');
const cacheFile = `${filename}.${process.arch}.${process.versions.v8}.cache`;

function compile(cachedData) {
  return new Script(wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
}

function evaluate(script) {
  const module = { exports: {} };
  const main = script.runInThisContext();
  main(module.exports, createRequire(filename), module, filename, dirname(filename));
}

function run() {
  if (existsSync(cacheFile)) evaluate(compile(readFileSync(cacheFile)));
  else require(filename);
}

module.exports = { cacheFile, compile, evaluate, run };
