// Tests of the built program with Node's own test runner, so that they run wherever Node does:
//   node --test test/platforms/smoke.test.js
// NEWSWATCH_BIN names the program (default: bin/newswatch.cjs of this repository).
import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const binary =
  process.env.NEWSWATCH_BIN ?? fileURLToPath(new URL('../../bin/newswatch.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'newswatch smoke '));
const file = (name) => join(folder, name);
const env = {
  ...process.env,
  HOME: folder,
  USERPROFILE: folder,
  APPDATA: file('Roaming'),
  LOCALAPPDATA: file('Local'),
  NODE: process.execPath,
};
const secret = 'whsec_smoke_test_of_platforms';
writeFileSync(file('secret.txt'), secret, { mode: 0o600 });

// A handler with the name `handle`, which Windows finds by the extension .cmd in PATH.
writeFileSync(
  file('handle.mjs'),
  `import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const [mode, output, ...args] = process.argv.slice(2);
if (mode === 'beat') {
  setInterval(() => appendFileSync(output, '.'), 50);
} else if (mode === 'hang') {
  appendFileSync(output + '.starts', String(Date.now()) + '\\n');
  spawn(process.execPath, [process.argv[1], 'beat', output], { stdio: 'ignore' });
  setInterval(() => {}, 1000);
} else {
  const { NEWSWATCH_EVENT_ID: id, SERVICE_WEBHOOK_SECRET: leaked } = process.env;
  writeFileSync(output, JSON.stringify({ body: await text(process.stdin), id, leaked, args }));
}
`,
);
const starter = isWindows
  ? ['handle.cmd', '@"%NODE%" "%~dp0handle.mjs" %*\r\n']
  : ['handle', `#!/bin/sh\nexec "$NODE" "$(dirname "$0")/handle.mjs" "$@"\n`];
writeFileSync(file(starter[0]), starter[1], { mode: 0o755 });

const running = new Set();
after(async () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a command until it exits. */
function run(args, extra = {}) {
  return new Promise((resolve) => {
    const options = { env: { ...env, ...extra }, cwd: folder, timeout: 60_000 };
    const child = execFile(process.execPath, [binary, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
    child.stdin.end();
  });
}

/** Starts a receiver and resolves with its URL when it is ready. */
async function receiver(args) {
  const words = ['webhook', 'listen', '--port', '0', '--secret-file', 'secret.txt', ...args];
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
  const child = fork(binary, words, {
    cwd: folder,
    env: { ...env, PATH: `${folder}${delimiter}${path}`, service_webhook_secret: secret },
    silent: true,
  });
  running.add(child);
  const lines = [];
  const reader = createInterface({ input: child.stderr });
  const url = await new Promise((resolve, reject) => {
    reader.on('line', (line) => {
      lines.push(line);
      if (line.startsWith('{"url"')) resolve(JSON.parse(line).url);
    });
    child.once('exit', (code) => reject(new Error(`exited with ${code}: ${lines.join('\n')}`)));
  });
  return { child, url, lines };
}

async function until(condition, what) {
  for (let tries = 0; tries < 400; tries += 1) {
    const value = condition();
    if (value) return value;
    await delay(50);
  }
  throw new Error(`timed out: ${what}`);
}

const contentOf = (name) => {
  try {
    return readFileSync(file(name), 'utf8');
  } catch {
    return '';
  }
};

/** Ends a process as a service manager without signals does. */
async function shutDown(child) {
  running.delete(child);
  const exited = once(child, 'exit');
  child.send('shutdown');
  return (await exited)[0];
}

const send = (url) =>
  run(['webhook', 'send', url, '--secret-file', 'secret.txt', '--type', 'news.alert']);

test('prints its version', async () => {
  const { code, stdout, stderr } = await run(['--version']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('searches the local server', async () => {
  const { code, stdout, stderr } = await run([
    '--local',
    'news',
    'search',
    'chip exports',
    '--limit',
    '1',
  ]);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).items.length, 1);
});

test('saves settings, and replaces them', async () => {
  for (const timeout of ['10', '20']) {
    const { code, stderr } = await run(['config', 'set', 'timeout', timeout]);
    assert.equal(code, 0, stderr);
  }
  assert.match((await run(['config', 'list'])).stdout, /20/);
});

test('writes to a file, over an existing file and to the null device', async () => {
  for (const output of ['out.json', 'out.json', isWindows ? 'NUL' : devNull]) {
    const args = ['--local', 'news', 'latest', '--limit', '1', '--output', output];
    const { code, stderr } = await run(args);
    assert.equal(code, 0, stderr);
  }
  assert.equal(JSON.parse(contentOf('out.json')).items.length, 1);
});

test('passes an event to a handler by its name, with arguments that a shell would read', async () => {
  const args = ['two words', '&calc', '%PATH%', '"quoted"', 'back\\', '^', '|', '>x', '$(x)'];
  const { child, url } = await receiver([
    ...['--data', 'inbox', '--exec', 'handle', '--', 'once', 'event.json', ...args],
  ]);
  const { code, stdout, stderr } = await send(url);
  assert.equal(code, 0, stderr);
  const { event_id } = JSON.parse(stdout);
  const event = JSON.parse(await until(() => contentOf('event.json'), 'the handler'));
  assert.equal(event.id, event_id);
  assert.equal(JSON.parse(event.body).id, event_id);
  assert.deepEqual(event.args, args);
  assert.equal(await shutDown(child), 143);
});

test('kills a handler with the processes that it started, and only then retries', async () => {
  const { child, url, lines } = await receiver([
    ...['--data', 'hanging', '--handler-timeout', '2', '--retries', '1'],
    ...['--exec', 'handle', '--', 'hang', 'beats'],
  ]);
  assert.equal((await send(url)).code, 0);
  await until(() => contentOf('beats').length > 0, 'the first start');
  await until(() => lines.some((line) => line.includes('moved to the dead letters')), 'the retry');
  const beats = contentOf('beats').length;
  await delay(500);
  assert.equal(contentOf('beats').length, beats, 'the child of the handler lives on');
  assert.equal(contentOf('beats.starts').trim().split('\n').length, 2);
  assert.deepEqual(
    lines.filter((line) => /cannot be killed|still runs/.test(line)),
    [],
  );
  assert.equal(await shutDown(child), 143);
});

test('names a program that is missing', async () => {
  const args = ['webhook', 'listen', '--secret-file', 'secret.txt', '--exec', 'no-such-program'];
  const { code, stderr } = await run(args);
  assert.equal(code, 2);
  assert.match(stderr, /no program/);
});

test('a server started with a channel drains when it is asked to', async () => {
  const words = ['serve', '--sample', '--port', '0', '--data', 'server'];
  const child = fork(binary, words, { cwd: folder, env, silent: true });
  running.add(child);
  const reader = createInterface({ input: child.stdout });
  const [line] = await once(reader, 'line');
  const { baseUrl, base_url = baseUrl } = JSON.parse(line);
  assert.equal((await fetch(`${base_url}/healthz`)).status, 200);
  assert.equal(await shutDown(child), 143);
});

test('completes words for PowerShell', async () => {
  const { stdout } = await run(['__complete'], { NEWSWATCH_COMPLETE: 'delivery\nconn' });
  assert.match(stdout, /^connect\t/);
});
