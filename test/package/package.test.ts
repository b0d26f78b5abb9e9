import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error a script of the build has no types
import { manifestOfCheckout, publishedManifest } from '../../scripts/manifest.mjs';
// @ts-expect-error a script of the build has no types
import { noticesOf } from '../../scripts/notices.mjs';
import { temporaryFolder } from '../disposable-folder.js';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the published manifest', () => {
  const manifest = manifestOfCheckout();
  const published = publishedManifest(manifest);

  test('has all that users see, and no script', () => {
    const { name, version, bin, engines, peerDependencies, license } = manifest;
    expect(published).toMatchObject({ name, version, bin, engines, peerDependencies, license });
    const withoutTypes = (exports: object) => JSON.parse(JSON.stringify(exports, (key, value) => (key === 'types' ? undefined : value)));
    expect(withoutTypes(published.exports)).toEqual(withoutTypes(manifest.exports));
    expect(JSON.stringify(published.exports)).not.toContain('./dist/');
    expect(published).not.toHaveProperty('scripts');
    expect(published).not.toHaveProperty('devDependencies');
  });

  test('leaves out what the bundle has copies of', () => {
    const left = Object.keys(manifest.dependencies).filter((dependency) => published.dependencies[dependency] === undefined);
    expect(left).toEqual(['bitcoin-core', 'dockerode']);
    const notices = read('bundle/third-party-notices.txt');
    for (const name of left) expect(notices).toContain(`\n${name} ${manifest.dependencies[name]}\n`);
  });
});

describe('notices', () => {
  test('name every package that the source maps of the bundle name', () => {
    const notices = read('bundle/third-party-notices.txt');
    const maps = readdirSync(path.join(root, 'bundle')).filter((file) => file.endsWith('.map'));
    const sources = maps.flatMap((file) => JSON.parse(read(`bundle/${file}`)).sources as string[]);
    const folders = new Set(sources.flatMap((source) => /^\.\.\/(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []));
    // Some packages have maps of their own, with sources that are not there.
    const packages = [...folders].filter((folder) => existsSync(path.join(root, folder, 'package.json')));
    expect(packages.length).toBeGreaterThan(100);
    for (const folder of packages) {
      const { name, version } = JSON.parse(read(`${folder}/package.json`));
      expect(notices).toMatch(new RegExp(`(^|\\n)${name} ${version}\\n\\n.*\\S`));
    }
  });

  test('have the text of each licence', () => {
    for (const notice of read('bundle/third-party-notices.txt').split(`\n${'-'.repeat(80)}\n\n`)) {
      expect(notice).toMatch(/permission|redistribution|license|without any warranty/i);
      expect(notice.length).toBeGreaterThan(500);
    }
  });

  test('of native code are those of its library, too', () => {
    expect(noticesOf(['node_modules/secp256k1/lib/index.js'], root)).toMatch(
      /secp256k1-node contributors[\s\S]*Copyright \(c\) 2013 Pieter Wuille/,
    );
  });

  test('refuse a package without a licence', async () => {
    await using folder = await temporaryFolder('devnet-notices');
    mkdirSync(path.join(folder.path, 'node_modules/nameless'), { recursive: true });
    writeFileSync(path.join(folder.path, 'node_modules/nameless/package.json'), '{ "name": "nameless", "version": "1.0.0" }');
    expect(() => noticesOf(['node_modules/nameless/index.js'], folder.path)).toThrow('nameless has no licence');
  });
});
