// Part of the build: keeps declarations out of the package that no export reaches. npm reads the list from `dist/.npmignore`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { manifestOfCheckout, publishedManifest } from './manifest.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** Returns the files of a package that its exports reach, and the modules that these import. */
export function reachedDeclarations({ exports }, folder) {
  const files = new Set(Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : path.join(folder, types))));
  const modules = new Map();
  for (const file of files) {
    for (const { fileName: id } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      const declaration = id.replace(/\.([cm]?)js$/, '.d.$1ts');
      if (id.startsWith('.')) files.add(path.resolve(path.dirname(file), declaration));
      else if (id.startsWith('#platform/')) files.add(path.join(folder, 'dist/platform/node', declaration.slice('#platform/'.length)));
      else modules.set(id, file);
    }
  }
  return { files, modules };
}

/** @throws Error if users get types from a package that they do not have */
function checkModules(modules, { dependencies, peerDependencies }) {
  for (const [id, file] of modules) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)[0];
    if (!isBuiltin(id) && dependencies[name] === undefined && peerDependencies[name] === undefined) {
      throw new Error(`${path.relative(root, file)} imports types of ${name}, which an install of the package does not have`);
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  const manifest = publishedManifest(manifestOfCheckout());
  const { files, modules } = reachedDeclarations(manifest, root);
  checkModules(modules, manifest);
  const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.d\.[cm]?ts$/.test(file));
  const unreached = all.filter((file) => !files.has(path.join(dist, file))).sort();
  writeFileSync(path.join(dist, '.npmignore'), `${unreached.map((file) => `/${file}`).join('\n')}\n`);
}
