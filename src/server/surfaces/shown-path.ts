import { operationList } from '../../contract/operations.ts';
import { openApiPath } from './http/address.ts';
import { consentPath, endpoints } from './oauth/endpoints.ts';
import { resourceMetadataPath, serverMetadataPath } from './oauth/metadata.ts';

/**
 * A path as its own caller is told of it, without the key that may stand in it (service document,
 * "Authentication"), and without the id of a request for consent.
 */
export function shownPath(path: string): string {
  return path.replace(/^\/(mcp|oauth\/authorize|oauth\/consent)\/.+/s, '/$1/***');
}

/**
 * A path as the log shows it: the words of this server's own addresses, and ids that it has made. For
 * a key may stand anywhere: clients put `/.well-known/…` before an address that holds one (RFC 9728,
 * section 3.1), and people mistype.
 */
export function loggedPath(path: string): string {
  const shown = (part: string) => part === '' || words.has(part) || ownId.test(part);
  return path.replace(/[^/]+/g, (part) => (shown(part) ? part : '***'));
}

const ownId = /^(acc|key|mon|run|alert|chan|evt)_[0-9a-f]{20,32}$/;

const pages =
  '/mcp/healthz/style.css/sign-in/sign-out/settings/agents/keys/assistants/revoke/delivery/test/enable/disable/pricing/switch-on/switch-off';

const words: ReadonlySet<string> = new Set(
  [
    ...operationList.map(({ path }) => path),
    ...Object.values(endpoints),
    consentPath,
    openApiPath,
    resourceMetadataPath,
    serverMetadataPath,
    pages,
  ].flatMap((path) => path.split('/')),
);
