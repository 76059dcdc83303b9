import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApi } from '../../helpers/openapi.ts';
import { testServer } from '../../helpers/server.ts';

describe('the OpenAPI document', () => {
  it('passes the recommended rules of a linter, warnings included', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-unused-components': 'error',
        'operation-description': 'error',
        'tag-description': 'error',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(openApi), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('is served without authentication', async () => {
    const { baseUrl } = await testServer();
    const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(openApi);
    expect((await fetch(`${baseUrl}/api/v1/openapi.json`, { method: 'POST' })).status).toBe(405);
  });
});
