import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { thirdPartyLicenses } from '../../../build/third-party-licenses.ts';

const folder = mkdtempSync(join(tmpdir(), 'licenses-'));

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a package and returns the path of a file in it. */
function writePackage(name: string, license: string | undefined): string {
  const path = join(folder, 'node_modules', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name, license: 'Apache-2.0' }));
  if (license !== undefined) writeFileSync(join(path, 'LICENSE'), license);
  return join(path, 'index.js');
}

it('writes terms that packages share once, below each of their copyright notices', () => {
  const terms = 'Permission is granted to\nany person.';
  const text = thirdPartyLicenses([
    writePackage('@a/one', `MIT License\n\nCopyright (c) 2020 Ada\n\n${terms}\n`),
    writePackage(
      'two',
      `The MIT License (MIT)\r\n\r\nCopyright 2019 Bo\r\n(c) 2021 Cy\r\n\r\n${terms}`,
    ),
    writePackage('three', `Copyright © 2022 Di\n\n${terms} Except Di's.\n`),
    writePackage('four', undefined),
  ]);
  const [apache, ...others] = text.split(/\n-+\n\n/);
  expect(others).toHaveLength(3);
  expect(text).toContain(
    `@a/one\nCopyright (c) 2020 Ada\n\ntwo\nCopyright 2019 Bo\n(c) 2021 Cy\n\nMIT License\n\n${terms}\n`,
  );
  expect(text).toContain(`three\nCopyright © 2022 Di\n\n${terms} Except Di's.\n`);
  expect(apache).toContain('one');
  expect(text).toContain('four\n\nApache-2.0\n');
});
