/**
 * The WebAssembly that undici compiles its response parser from, in the command line's bundle. A
 * command that sends no request does not read the file.
 *
 * A few hundred bytes of headers are enough for V8 to optimize the parser, which costs a short command a third of
 * its processor time and memory. So the budget until then is a hundred times the default of Node 22
 * and 24: enough for about a hundred responses. It is set here, when the first connection is made, and no earlier,
 * because V8 rejects cached code once a flag has changed.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

setFlagsFromString('--wasm-tiering-budget=1300000000');

module.exports = readFileSync(join(__dirname, 'response-parser.wasm'));
