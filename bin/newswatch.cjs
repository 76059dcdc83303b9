#!/usr/bin/env node
const { enableCompileCache } = require('node:module');

// Node 22 and later keep compiled code in a cache of their own; Node 20 compiles at each start.
enableCompileCache?.();

// The program handles these signals; they must not end the process while it is being loaded.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
if (process.platform === 'win32') process.on('SIGBREAK', () => {}).on('SIGHUP', () => {});

require('../dist/cli.cjs');
