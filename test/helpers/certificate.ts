import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate, as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** Whether OpenSSL is installed. */
export const canMakeCertificates = succeeds(() => openssl(['version']));

/**
 * Creates a self-signed certificate.
 *
 * @param name such as `IP:127.0.0.1` or `DNS:hooks.example.com`
 * @param days that it is valid from now; negative for an expired certificate
 */
export function makeCertificate(name: string, days: number): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-certificate-'));
  const file = (each: string) => join(folder, each);
  writeFileSync(file('extensions'), `subjectAltName=${name}`);
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  // OpenSSL finds trusted certificates by their subject.
  const subject = `/CN=${randomUUID()}`;
  openssl(['req', ...curve, '-subj', subject, '-keyout', file('key'), '-out', file('csr')]);
  openssl([
    ...['x509', '-req', '-in', file('csr'), '-signkey', file('key'), '-days', String(days)],
    ...['-extfile', file('extensions'), '-out', file('cert')],
  ]);
  const made = { key: readFileSync(file('key'), 'utf8'), cert: readFileSync(file('cert'), 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

function openssl(args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
