/**
 * A path as a log may show it: a key may stand in it (service document, "Authentication"), or the id
 * of a request for consent.
 */
export function shownPath(path: string): string {
  return path.replace(/^\/(mcp|oauth\/authorize|oauth\/consent)\/.+/s, '/$1/***');
}
