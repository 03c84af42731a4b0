#!/usr/bin/env node
// The licences of everything that is inside the packages: licences.mjs > THIRD-PARTY.txt
// MIT and BSD want their text beside every copy, so the texts come from the very sources
// that are built: Cargo's registry and ui/node_modules. Equal texts are printed once.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const PROGRAMS = ['parley', 'parley-process', 'parley-understudy'];
const TEXT = /^(licen[cs]e|copying|notice|unlicense|copyright)/i;

/** @typedef {{ name: string, version: string, licence: string, home: string, folder: string }} Part */

/** @returns {Part[]} the crates that are linked into one of the programs on this machine */
function crates() {
  const target = execFileSync('rustc', ['--print', 'host-tuple'], { encoding: 'utf8' }).trim();
  const told = execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', '--filter-platform', target], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const { packages, resolve } = JSON.parse(told);
  const byId = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((one) => [one.id, one]));
  const seen = new Set();
  const left = packages.filter((one) => PROGRAMS.includes(one.name) && one.source === null).map((one) => one.id);
  while (left.length > 0) {
    const id = left.pop();
    // What a build script or a macro needs runs while building and is in no program.
    if (seen.has(id) || byId.get(id).targets.every((one) => one.kind.includes('proc-macro'))) continue;
    seen.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some((one) => one.kind === null)) left.push(pkg);
    }
  }
  return [...seen]
    .map((id) => byId.get(id))
    .filter((one) => one.source !== null)
    .map((one) => ({
      name: one.name,
      version: one.version,
      licence: one.license ?? 'see its text',
      home: one.repository ?? one.homepage ?? `https://crates.io/crates/${one.name}`,
      folder: dirname(one.manifest_path),
    }));
}

/** @returns {Part[]} the npm packages whose code the window's files hold */
function modules() {
  const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(read(join(root, 'ui')).dependencies).map((name) => {
    const folder = join(root, 'ui/node_modules', name);
    const { version, license, homepage, repository } = read(folder);
    return { name, version, licence: license, home: repository?.url ?? repository ?? homepage ?? '', folder };
  });
}

/** @param {string} folder @returns {string[]} the texts its authors put there */
function texts(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => TEXT.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

const parts = [...crates(), ...modules()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
const owners = new Map();
for (const part of parts) {
  for (const text of texts(part.folder)) {
    // The same licence wrapped at another column is the same licence.
    const key = text.replaceAll(/\s+/g, ' ');
    const known = owners.get(key) ?? { text, of: [] };
    known.of.push(`${part.name} ${part.version}`);
    owners.set(key, known);
  }
}

const rule = '-'.repeat(78);
console.log(`Parley contains the work of others. This is what it is, under which licence, and each
licence's text as its authors wrote it. Parts of Rust's standard library (MIT or
Apache-2.0) and SQLite (public domain) are inside too. WebKitGTK and GTK are not; they
are the system's.
`);
for (const part of parts) console.log(`${part.name} ${part.version}: ${part.licence}\n    ${part.home.replace(/^git\+/, '')}`);
for (const { text, of } of owners.values()) console.log(`\n${rule}\n${of.join(', ')}\n${rule}\n${text}`);
