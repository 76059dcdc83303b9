/**
 * The WebAssembly that undici compiles its response parser from, in the command line's bundle. A
 * command that sends no request does not read the file.
 *
 * On Node 20 a process cannot exit before V8 has optimized this WebAssembly, which doubles the time
 * of a short command; the baseline compiler is enough for one response. The flag is set here, when
 * the first connection is made, and no earlier, because V8 rejects the code cache of Node's own
 * modules once a flag has changed.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

if (process.versions.node.startsWith('20.')) {
  require('node:v8').setFlagsFromString('--liftoff-only');
}

module.exports = readFileSync(join(__dirname, 'response-parser.wasm'));
