import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** The package of the libraries. */
export const nativePackage = 'node_modules/@photostructure/sqlite/package.json';

/** The platforms whose library is in the package; more do not fit in its size. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64'];

/** Compressing takes seconds: each library is compressed once per installation. */
const cache = 'node_modules/.cache/native-libraries';

/** Writes the SQLite library of each platform, compressed with brotli, and the SHA-256 of the libraries. */
export async function writeNativeLibraries(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  mkdirSync(cache, { recursive: true });
  const checksums = await Promise.all(
    platforms.map(async (platform) => {
      const prebuild = join(nativePackage, '../prebuilds', platform);
      const library = readFileSync(join(prebuild, '@photostructure+sqlite.glibc.node'));
      const sha256 = createHash('sha256').update(library).digest('hex');
      writeFileSync(join(folder, `${platform}.node.br`), await compressed(library, sha256));
      return [platform, sha256];
    }),
  );
  writeFileSync(join(folder, 'checksums.json'), JSON.stringify(Object.fromEntries(checksums)));
}

async function compressed(library: Buffer, sha256: string): Promise<Buffer> {
  const file = join(cache, `${sha256}.br`);
  if (existsSync(file)) return readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: library.length,
  };
  const content = await promisify(brotliCompress)(library, { params });
  writeFileSync(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
  return content;
}
