#!/usr/bin/env node
/**
 * Runs the program compiled ahead: Node 20 has no compile cache of its own, and compiling is a third of
 * what a short command does. The build writes the caches for the V8 that it runs on; where there is none
 * for this V8, or it runs with other flags, the program is compiled as ever.
 */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, enableCompileCache } = require('node:module');
const { dirname, join } = require('node:path');

/** What the program is run for, where that takes few of its functions: V8 reads a cache as a whole. */
const purposes = ['version', 'help', 'webhook', 'serve'];

function purposeOf([first = '', ...others]) {
  const word = others.includes('--help') ? 'help' : first.replace(/^--/, '');
  return purposes.includes(word) ? word : undefined;
}

/** The file of the package that is built under this name. */
function fileOf(name) {
  return join(__dirname, '../dist', `${name}.cjs`);
}

function cacheFileOf(name, purpose) {
  const kind = purpose === undefined ? '' : `.${purpose}`;
  return `${fileOf(name)}.${process.arch}.${process.versions.v8}${kind}.cache`;
}

function compile(name, cachedData) {
  const filename = fileOf(name);
  const { Script } = require('node:vm');
  return new Script(readFileSync(filename, 'utf8'), { filename, cachedData });
}

/** Evaluates a file that was compiled, as `require` would; gives what it exports. The build wraps it. */
function evaluate(name, script) {
  const filename = fileOf(name);
  const module = { exports: {} };
  const main = script.runInThisContext();
  main(module.exports, createRequire(filename), module, filename, dirname(filename));
  return module.exports;
}

function load(name, purpose) {
  const cacheFile = cacheFileOf(name, purpose);
  if (!existsSync(cacheFile)) return require(fileOf(name));
  return evaluate(name, compile(name, readFileSync(cacheFile)));
}

module.exports = { cacheFileOf, compile, evaluate, load, purposes };

if (require.main === module) {
  enableCompileCache?.();
  // All has been written by then: what Node would still do is to take its heap apart, piece by piece.
  process.on('beforeExit', () => process.exit());
  load('cli', purposeOf(process.argv.slice(2)));
}
