/** A short-lived certificate for localhost. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function makeCertificate(folder) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate, '-nodes', '-days', '2'];
  execFileSync('openssl', [...request, ...subject, ...files], { stdio: 'ignore' });
  return { key, certificate };
}
