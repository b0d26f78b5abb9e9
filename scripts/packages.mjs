// Makes the packages that other tools can take alone, from the sources of this one. `packages` has their manifests and READMEs; version,
// licence and versions of dependencies are ours.
//   node scripts/packages.mjs DIR   writes a folder for each into DIR, ready for `npm pack`
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bootContracts } from './boot-contracts.mjs';
import { writeDeclarations } from './declarations.mjs';
import { rooms } from './find-sources.mjs';
import { manifestOfCheckout } from './manifest.mjs';
import { noticesOf } from './notices.mjs';

const root = path.resolve(import.meta.dirname, '..');
const own = manifestOfCheckout();
const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
  metafile: true,
};

/** How the code of each package is built. */
const programs = {
  clarity: (outdir) =>
    build({
      ...common,
      outdir,
      entryPoints: { clarity: 'src/clarity/vm/create.ts', 'boot-contracts': 'src/clarity/vm/boot-contracts.ts' },
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'es2022',
      define: { BOOT_CONTRACTS: JSON.stringify(bootContracts()) },
      plugins: [rooms('browser')],
    }),
  bitcoin: (outdir, { dependencies }) =>
    build({
      ...common,
      outdir,
      entryPoints: { 'bitcoin-node': 'src/start/bitcoin-node.ts' },
      chunkNames: 'chunks/[name]-[hash]',
      splitting: true,
      platform: 'node',
      target: 'node20',
      external: [...Object.keys(dependencies), 'bitcoin-core'],
      banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
      plugins: [rooms('node')],
    }),
};

/** Makes one of the packages. @param hasTypes whether with declarations, which take a compiler @returns its folder */
export async function makePackage(name, dir, hasTypes = true) {
  const template = path.join(root, 'packages', name);
  const folder = path.join(dir, name);
  const manifest = manifestOf(JSON.parse(readFileSync(path.join(template, 'package.json'), 'utf8')));
  const { metafile } = await programs[name](folder, manifest);
  if (hasTypes) writeDeclarations(manifest, path.join(folder, 'types'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(folder, 'third-party-notices.txt'), noticesOf(Object.keys(metafile.inputs), root));
  copyFileSync(path.join(template, 'README.md'), path.join(folder, 'README.md'));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  return folder;
}

function manifestOf({ name, description, dependencies = {}, ...rest }) {
  const versions = Object.fromEntries(Object.keys(dependencies).map((id) => [id, own.dependencies[id]]));
  return { name, version: own.version, description, license: own.license, ...rest, dependencies: versions };
}

if (process.argv[1] === import.meta.filename) {
  const [dir] = process.argv.slice(2);
  if (dir === undefined) throw new Error('expected the folder to write to: node scripts/packages.mjs DIR');
  for (const name of Object.keys(programs)) console.log(await makePackage(name, path.resolve(dir)));
}
