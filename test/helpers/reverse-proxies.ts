import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Certificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { runProxy } from './real-proxies.ts';

/** The address of the server in the recipes. */
const upstream = '127.0.0.1:8787';

/** The host name of the recipes. */
export const publicHost = 'news.example.com';

/** A reverse proxy that runs until the test ends. */
export interface ReverseProxy {
  /**
   * A dispatcher of undici that reaches the proxy under its public name.
   *
   * @param localAddress of the client (default: 127.0.0.1)
   */
  dispatcher(localAddress?: string): Dispatcher;
}

export interface ReverseProxyOptions {
  /** The text of the recipe. */
  config: string;
  /** Host and port of the server behind it. */
  target: string;
  certificate: Certificate;
}

/** Starts Debian's Caddy with a recipe, on a free port and with a certificate of its own. */
export async function startCaddy({ config, target, certificate }: ReverseProxyOptions) {
  const { folder, cert, key } = certificateFolder(certificate);
  const port = await freePort();
  const site = config
    .replace(`${publicHost} {`, `https://${publicHost}:${port} {\n\ttls ${cert} ${key}`)
    .replace(upstream, target);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  await runProxy('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], port);
  return reverseProxy(port, certificate);
}

/** Starts Debian's nginx with a recipe, on free ports and with a certificate of its own. */
export async function startNginx({ config, target, certificate }: ReverseProxyOptions) {
  const { folder, cert, key } = certificateFolder(certificate);
  // Its workers, which write large bodies to files, have another user.
  chmodSync(folder, 0o711);
  const [port, plainPort] = [await freePort(), await freePort()];
  const log = join(folder, 'access.log');
  const servers = config
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, cert)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
    .replace(/\/var\/log\/nginx\S+/, log)
    .replace(upstream, target);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\npid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\n${paths.join('\n')}\n${servers}}\n`,
  );
  await runProxy('/usr/sbin/nginx', ['-p', folder, '-e', 'stderr', '-c', file], port);
  return { ...reverseProxy(port, certificate), log, plainOrigin: `http://127.0.0.1:${plainPort}` };
}

function certificateFolder(certificate: Certificate) {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-reverse-proxy-'));
  mkdirSync(join(folder, 'logs'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, certificate.cert);
  writeFileSync(key, certificate.key);
  return { folder, cert, key };
}

function reverseProxy(port: number, { cert }: Certificate): ReverseProxy {
  return {
    dispatcher: (localAddress = '127.0.0.1') => {
      const connect = buildConnector({ ca: cert });
      return new Agent({
        connect: (options, callback) =>
          connect(
            {
              ...options,
              hostname: '127.0.0.1',
              port: String(port),
              servername: publicHost,
              localAddress,
            },
            callback,
          ),
      });
    },
  };
}
