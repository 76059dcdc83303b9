import { operationList } from '../../../contract/operations.ts';
import { shorten } from '../../../contract/shorten.ts';
import { openApiPath } from '../http/openapi-path.ts';
import { consentPath, endpoints } from '../oauth/endpoints.ts';
import { resourceMetadataPath, serverMetadataPath } from '../oauth/metadata.ts';

/**
 * A path for an error message, cut if it is long: API keys (docs/service.md §7.1) and consent ids are
 * masked, also behind a prefix: clients prepend `/.well-known/…` to a path with a key (RFC 9728, section 3.1).
 */
export function redactPath(path: string): string {
  return shorten(path.replace(/\/(mcp|oauth\/authorize|oauth\/consent)\/.+/s, '/$1/***'));
}

/**
 * A path for the log: every segment is masked unless it belongs to a known route or is a generated
 * id. Other segments may contain API keys: people mistype.
 */
export function redactPathForLog(path: string): string {
  const isSafe = (segment: string) => knownSegments.has(segment) || generatedId.test(segment);
  return path.replace(/[^/]+/g, (segment) => (isSafe(segment) ? segment : '***'));
}

const generatedId = /^(acc|key|mon|run|alert|chan|evt)_[0-9a-f]{20,32}$/;

const otherSegments = [
  '/healthz/livez/readyz/mcp/style.css/sign-in/sign-out',
  '/settings/agents/make-key/revoke-key/revoke-assistant',
  '/settings/delivery/test/enable/disable/pause/resume/connect/remove',
  '/settings/delivery/connections/edit/rotate/events/resend',
  '/settings/monitors/teams/profile',
  '/pricing/switch-on/switch-off',
];

const knownSegments: ReadonlySet<string> = new Set(
  [
    ...operationList.map(({ path }) => path),
    ...Object.values(endpoints),
    ...otherSegments,
    consentPath,
    openApiPath,
    resourceMetadataPath,
    serverMetadataPath,
  ].flatMap((path) => path.split('/')),
);
