import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { closing } from '../../helpers/closing.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { freePort } from '../../helpers/free-port.ts';
import { programFiles } from './program.ts';
import { createProject, environment, installTools, run } from './projects.ts';

const versions = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };

export const nextTool = `next ${versions.next}`;

const route = (runtime: string) => `
import { tryBoth } from '../../try-both.js';
export const runtime = '${runtime}';
export const dynamic = 'force-dynamic';
export async function GET() {
  const { SERVICE_BASE_URL, SERVICE_API_KEY } = process.env;
  return Response.json(await tryBoth({ SERVICE_BASE_URL, SERVICE_API_KEY }));
}
`;

const layout = `
export default function Layout({ children }) {
  return <html><body>{children}</body></html>;
}
`;

/** Builds and starts an app with a route for each runtime, `/nodejs` and `/edge`; returns its URL. */
export async function startNext(
  tarball: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const tools = await installTools(
    ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  );
  const cwd = await createProject(tools, tarball, {
    ...programFiles,
    'app/layout.jsx': layout,
    'app/nodejs/route.js': route('nodejs'),
    'app/edge/route.js': route('edge'),
    'next.config.js': `export default { turbopack: { root: ${JSON.stringify(tools)} } };`,
  });
  const next = join(tools, 'node_modules/next/dist/bin/next');
  await run(process.execPath, [next, 'build'], { cwd, env, timeout: 300_000 });
  const port = await freePort();
  const started = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd,
    env: environment(env),
    stdio: 'ignore',
  });
  closing({ close: async () => started.kill() });
  const url = `http://127.0.0.1:${port}`;
  await pollUntil(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    30_000,
  );
  return url;
}
