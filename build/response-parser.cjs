/**
 * What undici compiles its parser of responses from, in the command line's bundle: the bytes come from
 * a file, so that a command that sends nothing does not read them.
 *
 * On Node 20 a process cannot end before V8 has optimised this WebAssembly: the baseline compiler alone
 * halves the time of a short command. The flag is set no sooner than now, when the connection is made:
 * V8 takes no code cache that was made with other flags, and those of Node's own modules are such. The
 * parser runs at once, so it cannot be taken back.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

if (process.versions.node.startsWith('20.')) {
  require('node:v8').setFlagsFromString('--liftoff-only');
}

module.exports = readFileSync(join(__dirname, 'response-parser.wasm'));
