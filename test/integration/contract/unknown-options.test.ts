import { createClient } from 'newswatch';
import { Conformance } from 'newswatch/conformance';
import { Bridge, connectMcp } from 'newswatch/mcp';
import { conform, execHandler, post, startReceiver } from 'newswatch/receiver';
import { addNews, copyIntoDatabase, deleteNews, startServer } from 'newswatch/server';
import { startTestServer } from 'newswatch/testing';
import { signedHeaders, verify, verifyRequest } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';

type Call = (...args: never[]) => unknown;

/** The functions with an object of options, and one of its options that is misspelled. */
const functions: readonly (readonly [name: string, call: Call, misspelled: string])[] = [
  ['createClient()', createClient, 'baseUrll'],
  ['createClient.fromEnv()', createClient.fromEnv, 'baseUrll'],
  ['verify()', verify, 'toleranceSeconds'],
  ['verifyRequest()', (options) => verifyRequest(new Request('http://a'), options), 'secret'],
  ['signedHeaders()', signedHeaders, 'secret'],
  ['startReceiver()', startReceiver, 'handlers'],
  ['conform()', conform, 'secret'],
  ['execHandler()', execHandler, 'comand'],
  ['post()', (options) => post(new URL('http://a'), options), 'header'],
  ['startTestServer()', startTestServer, 'fixtures'],
  ['startServer()', startServer, 'fixtures'],
  ['addNews()', addNews, 'new'],
  ['deleteNews()', deleteNews, 'id'],
  ['copyIntoDatabase()', copyIntoDatabase, 'form'],
  ['connectMcp()', connectMcp, 'fetchh'],
  ['new Bridge()', (options) => new Bridge(options), 'writ'],
  ['new Conformance()', (deployment) => new Conformance([deployment]), 'orgin'],
];

const attempt = async (call: Call, options: unknown) => Reflect.apply(call, undefined, [options]);

describe.each(functions)('%s', (name, call, misspelled) => {
  it('suggests an option for an unknown one', async () => {
    const message = `${name} has no option "${misspelled}"; did you mean `;
    await expect(attempt(call, { [misspelled]: 1 })).rejects.toThrow(message);
  });

  it.each([
    ['a string', 'x'],
    ['null', null],
    ['an array', []],
  ])('refuses %s', async (given, options) => {
    const message = `${name} needs an object of options (got ${given}); its options are `;
    await expect(attempt(call, options)).rejects.toThrow(message);
  });
});

it.each<[string, Call, object, string]>([
  ['startReceiver()', startReceiver, {}, 'needs the option secrets, an array of strings'],
  [
    'startReceiver()',
    startReceiver,
    { secrets: 'whsec_example' },
    ': secrets must be an array of strings or a function (got a string)',
  ],
  [
    'startReceiver()',
    startReceiver,
    { secrets: [], data: 'x', handler: { handle() {} }, timeout: Number.POSITIVE_INFINITY },
    ': timeout must be a number of milliseconds from 0 to 2147483647 (got Infinity)',
  ],
  ['conform()', conform, { url: 'http://a' }, ': url must be a URL object: new URL(…) (got a st'],
  ['connectMcp()', connectMcp, { url: new URL('http://a') }, 'needs the option fetch, a function'],
  ['addNews()', addNews, { data: 'x' }, 'needs the option news, an array of strings'],
  ['new Conformance()', (each) => new Conformance([each]), { origin: 7 }, 'must be a string'],
])('%s names a missing or wrong option', async (name, call, options, problem) => {
  await expect(attempt(call, options)).rejects.toThrow(name);
  await expect(attempt(call, options)).rejects.toThrow(problem);
  await expect(attempt(call, options)).rejects.toBeInstanceOf(TypeError);
});

it('an option that is a number in the place of a text is not shown', async () => {
  const options = { baseUrl: 'https://a.example', apiKey: 123_456 };
  await expect(attempt(createClient, options)).rejects.toThrow('must be a string (got a number)');
});
