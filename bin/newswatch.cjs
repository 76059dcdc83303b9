#!/usr/bin/env node
const { enableCompileCache } = require('node:module');

if (enableCompileCache) {
  enableCompileCache();
  require('../dist/cli.cjs');
} else {
  require('./program.cjs').run();
}
