/** Like `response-parser.cjs`, for processors without SIMD. They are few, so the file is compressed. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { brotliDecompressSync } = require('node:zlib');

module.exports = brotliDecompressSync(
  readFileSync(join(__dirname, 'response-parser-without-simd.wasm.br')),
);
