import { operationList } from '../../../contract/operations.ts';
import { openApiPath } from '../http/openapi-path.ts';
import { consentPath, endpoints } from '../oauth/endpoints.ts';
import { resourceMetadataPath, serverMetadataPath } from '../oauth/metadata.ts';

/** A path for an error message, without an API key (docs/service.md §7.1) or a consent id in it. */
export function redactPath(path: string): string {
  return path.replace(/^\/(mcp|oauth\/authorize|oauth\/consent)\/.+/s, '/$1/***');
}

/**
 * A path for the log: only segments of known routes and generated ids stay. An API key can be in any
 * other segment: clients prepend `/.well-known/…` to a path with a key (RFC 9728, section 3.1), and
 * people mistype.
 */
export function redactPathForLog(path: string): string {
  const isSafe = (segment: string) => knownSegments.has(segment) || generatedId.test(segment);
  return path.replace(/[^/]+/g, (segment) => (isSafe(segment) ? segment : '***'));
}

const generatedId = /^(acc|key|mon|run|alert|chan|evt)_[0-9a-f]{20,32}$/;

const pagePaths = [
  '/healthz/mcp/style.css/sign-in/sign-out',
  '/settings/agents/make-key/revoke-key/revoke-assistant',
  '/settings/delivery/test/enable/disable',
  '/pricing/switch-on/switch-off',
];

const knownSegments: ReadonlySet<string> = new Set(
  [
    ...operationList.map(({ path }) => path),
    ...Object.values(endpoints),
    ...pagePaths,
    consentPath,
    openApiPath,
    resourceMetadataPath,
    serverMetadataPath,
  ].flatMap((path) => path.split('/')),
);
