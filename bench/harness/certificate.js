/** A short-lived certificate for localhost and the first loopback addresses. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function makeCertificate(folder) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const addresses = Array.from({ length: 16 }, (_, n) => `IP:127.0.0.${n + 1}`);
  const names = `subjectAltName=DNS:localhost,${addresses.join(',')}`;
  const subject = ['-subj', '/CN=localhost', '-addext', names];
  const files = ['-keyout', key, '-out', certificate, '-nodes', '-days', '2'];
  execFileSync('openssl', [...request, ...subject, ...files], { stdio: 'ignore' });
  return { key, certificate };
}
