import { describe, expect, it } from 'vitest';
import { assertInstalled } from '../../../src/storage/installed-parts.ts';

describe('assertInstalled()', () => {
  it('names what is missing and the command that installs it', () => {
    const assertPg = () => assertInstalled('PostgreSQL', ['pg'], () => false);
    expect(assertPg).toThrow(
      /^PostgreSQL needs pg, which is not installed; run: npm install pg@\d+\.\d+\.\d+$/,
    );
    const parts = ['@modelcontextprotocol/server', 'oidc-provider', 'pg'] as const;
    const assertAll = () => assertInstalled('the server', parts, (part) => part === 'pg');
    expect(assertAll).toThrow(
      /^the server needs @modelcontextprotocol\/server and oidc-provider, which are not installed; run: npm install @modelcontextprotocol\/server@\S+ oidc-provider@\S+$/,
    );
  });

  it('finds packages that cannot be loaded by require()', () => {
    assertInstalled('the server', ['@modelcontextprotocol/server', 'oidc-provider', 'pg']);
  });
});
