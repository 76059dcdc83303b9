#!/usr/bin/env node
const { enableCompileCache } = require('node:module');

// Node 22 and later keep compiled code in a cache of their own; Node 20 compiles at each start.
enableCompileCache?.();
require('../dist/cli.cjs');
