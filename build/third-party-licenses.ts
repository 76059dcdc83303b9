import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiled into the libraries of `native-libraries.ts`. */
const sqlite = `SQLite

The author disclaims copyright to this source code. It is in the public domain:
https://www.sqlite.org/copyright.html
`;

interface License {
  /** Such as `Copyright (c) 2020 Jane Doe`, one per line. Empty if the license names nobody. */
  readonly copyright: string;
  /** The license without its copyright lines. */
  readonly terms: string;
}

/**
 * The names, copyright notices and license texts of all packages that the bundled files come from, and
 * of SQLite. Terms that several packages share are written once, below the names of these packages.
 *
 * @param files paths with `node_modules/`
 */
export function thirdPartyLicenses(files: readonly string[]): string {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const sections = new Map<string, { notices: string[]; terms: string }>();
  for (const folder of [...folders].sort()) {
    const { copyright, terms } = readLicense(folder);
    const key = terms.replace(/^(The )?MIT License( \(MIT\))?$/im, '').replace(/\W+/g, ' ');
    const section = sections.get(key) ?? { notices: [], terms };
    section.notices.push(`${packageName(folder)}\n${copyright}`.trim());
    sections.set(key, section);
  }
  return [...sections.values()]
    .map(({ notices, terms }) => `${[...notices, terms].join('\n\n')}\n`)
    .concat(sqlite)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The innermost package folder that a file belongs to: some packages bundle others. */
function packageFolder(path: string): string | undefined {
  const [, outer, rest] = /^((?:.*?\/)??node_modules\/(?:@[^/]+\/)?[^/]+)(\/.*)$/.exec(path) ?? [];
  if (outer === undefined || rest === undefined) return undefined;
  const inner = packageFolder(rest.slice(1));
  const folder = inner && join(outer, inner);
  return folder && existsSync(join(folder, 'package.json')) ? folder : outer;
}

function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function readLicense(folder: string): License {
  const lines = licenseText(folder).split(/\r?\n/);
  const isCopyright = (line: string) => /^\s*(copyright( \(c\)| ©)? \d|\(c\) \d)/i.test(line);
  return {
    copyright: lines
      .filter(isCopyright)
      .map((line) => line.trim())
      .join('\n'),
    terms: lines
      .filter((line) => !isCopyright(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

/** The license file, or the license named in package.json if the package ships no such file. */
function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file) return readFileSync(join(folder, file), 'utf8').trim();
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder} names no license`);
  return license;
}
