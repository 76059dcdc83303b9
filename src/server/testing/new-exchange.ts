import type { HonoRequest } from 'hono';
import { Redactor } from '../../node/redactor.ts';
import type { Clock } from '../clock.ts';
import { toTimestamp } from '../timestamp.ts';
import { Exchange } from './exchange.ts';
import type { Faults } from './faults.ts';
import type { WritableJournal } from './journal.ts';
import type { JournaledRequest } from './journaled-request.ts';

/** Begins the exchange of a request; returns `undefined` if it is not recorded and has no faults. */
export type NewExchange = (request: HonoRequest, requestId: string) => Exchange | undefined;

/** @param secrets texts that the journal conceals, besides the credentials of each request */
export function exchangesOf(
  requests: WritableJournal<JournaledRequest>,
  faults: Faults,
  secrets: readonly string[],
  clock: Pick<Clock, 'now'>,
): NewExchange {
  const known = redactorOf(secrets);
  return (request, requestId) => {
    if (!requests.isRecording && faults.isEmpty) return undefined;
    const others = credentials(request).filter((secret) => !secrets.includes(secret));
    const other = others.length > 0 ? redactorOf(others) : undefined;
    const redact = (text: string) => known.redact(other?.redact(text) ?? text);
    const { method, path } = request;
    return new Exchange(
      requests,
      { time: toTimestamp(clock.now()), requestId, method, path },
      redact,
    );
  };
}

function redactorOf(secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.conceal(secret);
  return redactor;
}

function credentials(request: HonoRequest): string[] {
  const [, bearer] = /^Bearer +(\S+)/i.exec(request.header('authorization') ?? '') ?? [];
  const [, inPath] = /^\/(?:mcp|oauth\/authorize|oauth\/consent)\/(.+)/s.exec(request.path) ?? [];
  return [bearer, inPath].flatMap((text) => text ?? []);
}
