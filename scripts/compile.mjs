// Compiles the modules of `src` for Node into `dist`, one by one: tests import them from there. Types are checked by `npm run check`.
// Writes only what has changed, and removes what has no source any more: without that, an import of a deleted module would pass here and
// fail on a clean checkout.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const filesOf = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []);

/** What needs a browser is in no test. */
const isForNode = (file) => /\.c?ts$/.test(file) && !file.startsWith(`page${path.sep}`);
const sources = filesOf(path.join(root, 'src')).filter(isForNode);
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: sources.map((file) => path.join('src', file)),
  outbase: 'src',
  outdir: 'dist',
  bundle: false,
  platform: 'node',
  target: 'node20.19',
  // Modules are strict anyway.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  logLevel: 'warning',
  write: false,
});

const made = new Set();
for (const [at, { contents }] of outputFiles.entries()) {
  const file = path.join(dist, sources[at].replace(/\.(c?)ts$/, '.$1js'));
  made.add(file);
  if (existsSync(file) && readFileSync(file).equals(contents)) continue;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
for (const name of filesOf(dist)) {
  const file = path.join(dist, name);
  if (/\.(?:[cm]?js|d\.[cm]?ts)$/.test(name) && !made.has(file)) rmSync(file);
}
