import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { closing } from '../../helpers/closing.ts';
import { project } from '../../helpers/documents.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { workFolder } from '../../helpers/examples.ts';
import { freePort } from '../../helpers/free-port.ts';
import { installPacked } from '../../helpers/packed.ts';

const read = (name: string) => readFileSync(join(project, 'examples/container', name), 'utf8');

/** The instructions of the Dockerfile with their arguments. */
const instructions = read('Dockerfile')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, text }];
  });

const textsOf = (name: string) =>
  instructions.filter((each) => each.name === name).map(({ text }) => text);

const settings = Object.fromEntries(
  read('newswatch.env')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.split('=') as [string, string]),
);

describe('the container example', () => {
  const folder = workFolder();
  const image = join(folder, 'image');
  const moved = (text: string) => text.replaceAll('/opt/newswatch', image);
  const env: Record<string, string> = { ...settings };

  beforeAll(async () => {
    const { archive, project: packed } = await installPacked();
    mkdirSync(image);
    copyFileSync(archive, join(image, 'newswatch-1.1.1.tgz'));
    rmSync(packed, { recursive: true });
    // The other RUN creates a folder of the user `node`. The cache is that of this machine.
    const [install = ''] = textsOf('RUN');
    const steps = moved(install).replace(' && npm cache clean --force', '');
    await promisify(execFile)('bash', ['-c', steps], { cwd: image });
    for (const text of textsOf('ENV')) {
      const [name = '', value = ''] = moved(text).split(/=(.*)/s);
      env[name] = value.replace('$PATH', process.env['PATH'] ?? '');
    }
    env['XDG_DATA_HOME'] = join(folder, 'data');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts a server that its health check accepts, without the key in the log', async () => {
    const port = await freePort();
    const here = (text: string) =>
      text.replace('serve --host 0.0.0.0', `serve --port ${port}`).replace(':8787', `:${port}`);
    const [program = '', ...args] = (JSON.parse(textsOf('CMD')[0] ?? '') as string[]).map(here);
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    closing({ close: async () => child.kill('SIGKILL') });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [, check = ''] = /CMD (.*)$/.exec(textsOf('HEALTHCHECK')[0] ?? '') ?? [];
    const [node = '', ...words] = (JSON.parse(check) as string[]).map(here);
    const isHealthy = () =>
      new Promise<boolean>((resolve) =>
        spawn(node, words, { env, stdio: 'ignore' }).once('close', (code) => resolve(code === 0)),
      );
    expect(await isHealthy()).toBe(false);
    await pollUntil(isHealthy, 40_000).catch((error) => {
      throw new Error(`${error.message}; the server's output: ${output}`);
    });
    child.kill('SIGTERM');
    await ended;
    expect(output).not.toMatch(/nw_\w|sign-in\?token/);
  });

  it('runs as another user than root on pinned images', () => {
    expect(textsOf('USER')).toEqual(['node']);
    const { services } = parse(read('compose.yaml')) as {
      services: Record<string, { image: string }>;
    };
    for (const base of [...textsOf('FROM'), services['database']?.image ?? ''])
      expect(base).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-bookworm/);
  });

  it('uses only settings that its file of settings has', () => {
    const [command = ''] = textsOf('CMD');
    for (const [, name = ''] of command.matchAll(/\$(\w+)/g)) expect(settings).toHaveProperty(name);
    const { services, volumes } = parse(read('compose.yaml'));
    expect(Object.keys(services)).toEqual(['server', 'database']);
    expect(Object.keys(volumes)).toEqual(['database']);
    expect(settings['PGPASSWORD']).toBe(settings['POSTGRES_PASSWORD']);
  });
});
