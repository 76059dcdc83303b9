import { operationList } from '../../../contract/operations.ts';
import { shorten } from '../../../contract/shorten.ts';
import { idKinds } from '../../domain/identifier.ts';
import { openApiPath } from '../http/openapi-path.ts';
import { endpoints } from '../oauth/endpoints.ts';
import { resourceMetadataPath, serverMetadataPath } from '../oauth/metadata.ts';
import { pagePaths } from '../pages/paths.ts';

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

const generatedId = new RegExp(`^(${idKinds.join('|')}|evt)_[0-9a-f]{20,32}$`);

const knownSegments: ReadonlySet<string> = new Set(
  [
    ...operationList.map(({ path }) => path),
    ...Object.values(endpoints),
    ...Object.values(pagePaths),
    '/healthz/livez/readyz/mcp',
    openApiPath,
    resourceMetadataPath,
    serverMetadataPath,
  ]
    .flatMap((path) => path.split('/'))
    .filter((segment) => !/^[:{]/.test(segment)),
);
