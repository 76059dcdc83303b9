import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import serverJson from '../../server.json' with { type: 'json' };
import { webhookEventsJsonSchema } from '../../src/contract/webhook-events-json-schema.ts';
import { cli } from '../helpers/cli.ts';
import { project } from '../helpers/documents.ts';
import { serve } from '../helpers/serve.ts';

/** Imports a JSON file of the package as users do. */
async function imported(name: string): Promise<unknown> {
  const program = `import document from 'newswatch/${name}' with { type: 'json' };
    process.stdout.write(JSON.stringify(document));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', program],
    { cwd: project, maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

describe('the contract files of the package', () => {
  it('have the OpenAPI document that the command line prints and a server returns', async () => {
    const document = await imported('openapi.json');
    const { stdout } = await cli(['schema', '--openapi']);
    expect(JSON.parse(stdout)).toEqual(document);
    const { ready } = await serve();
    const response = await fetch(`${ready.base_url}/api/v1/openapi.json`);
    expect(await response.json()).toEqual(document);
    expect(document).toMatchObject({ info: { version: manifest.version } });
  });

  it('have the JSON Schema of fixtures that the command line prints', async () => {
    const { stdout } = await cli(['schema', '--fixture']);
    expect(await imported('world.schema.json')).toEqual(JSON.parse(stdout));
  });

  it('have the JSON Schema of webhook events', async () => {
    const schema = JSON.parse(JSON.stringify(webhookEventsJsonSchema()));
    expect(await imported('webhook-events.schema.json')).toEqual(schema);
  });
});

/** The names in braces, as in `https://{host}/mcp`. */
function placeholders(template: string): (string | undefined)[] {
  return [...template.matchAll(/\{(.+?)\}/g)].map(([, name]) => name);
}

describe('server.json, the entry of the MCP registry', () => {
  it('has the version and the name of the package', async () => {
    const [entry] = serverJson.packages;
    expect(await imported('server.json')).toEqual(serverJson);
    expect([serverJson.version, entry?.version]).toEqual([manifest.version, manifest.version]);
    expect(entry?.identifier).toBe(manifest.name);
    expect(serverJson.name).toBe(manifest.mcpName);
    expect(manifest.files).toContain('server.json');
  });

  it('has a name of the form that the registry accepts', () => {
    expect(serverJson.name).toMatch(/^[a-z\d][a-z\d.-]*[a-z\d]\/[a-z\d][\w.-]*[a-z\d]$/i);
    expect(serverJson.name.length).toBeLessThanOrEqual(200);
  });

  it('has texts within the limits of the registry, and exact versions', () => {
    const { $schema, title, description, version } = serverJson;
    expect($schema).toMatch(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/[\d-]+\//);
    for (const text of [title, description]) {
      expect(text.trim()).not.toBe('');
      expect(text.length).toBeLessThanOrEqual(100);
    }
    expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  });

  it('has packages that the registry can check', () => {
    for (const {
      registryType,
      registryBaseUrl,
      transport,
      packageArguments,
    } of serverJson.packages) {
      expect([registryType, registryBaseUrl]).toEqual(['npm', 'https://registry.npmjs.org']);
      expect(transport).toEqual({ type: 'stdio' });
      for (const { type, value } of packageArguments) {
        expect(type).toBe('positional');
        expect(value).not.toBe('');
      }
    }
  });

  it('declares the variables of its remote addresses and headers', () => {
    for (const { url, variables, headers } of serverJson.remotes) {
      expect(url).toMatch(/^https:\/\/(?!localhost|127\.)\S+$/);
      expect(Object.keys(variables)).toEqual(placeholders(url));
      for (const header of headers) {
        expect(Object.keys(header.variables)).toEqual(placeholders(header.value));
      }
    }
  });

  it('names environment variables that the documentation has, and marks the key as a secret', async () => {
    const documentation = await readFile(join(project, 'docs/commands.md'), 'utf8');
    const variables = serverJson.packages.flatMap((entry) => entry.environmentVariables);
    for (const { name } of variables) expect(documentation).toContain(name);
    const secrets = variables.filter((variable) => variable.isSecret).map(({ name }) => name);
    expect(secrets).toEqual(['SERVICE_API_KEY']);
  });

  it('starts the MCP bridge', async () => {
    const words = serverJson.packages.flatMap((entry) =>
      entry.packageArguments.map(({ value }) => value),
    );
    const { stdout } = await cli(['schema', ...words]);
    expect(JSON.parse(stdout)).toMatchObject({ command: 'mcp serve' });
  });
});
