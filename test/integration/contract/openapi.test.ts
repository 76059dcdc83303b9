import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { testServer } from '../../helpers/server.ts';

const document = openApiDocument({ version: '1.1.1' });

describe('the OpenAPI document', () => {
  it('passes the recommended rules of a linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    for (const serverUrl of [undefined, 'https://news.example.org']) {
      const source = JSON.stringify(openApiDocument({ version: '1.1.1', serverUrl }));
      const problems = await lintFromString({ source, config });
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    }
  });

  it('is served without authentication, with the address of the server', async () => {
    const { baseUrl } = await testServer();
    const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
    expect(await response.json()).toMatchObject({
      servers: [{ url: '/' }],
      paths: document['paths'],
    });
    expect((await fetch(`${baseUrl}/api/v1/openapi.json`, { method: 'POST' })).status).toBe(405);
  });
});
