// Makes `bundle`, the JavaScript that the package ships, of `src`: see docs/decisions/0016-the-package-ships-a-bundle.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const bundle = path.join(root, 'bundle');
const { exports, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** What the package exports, each from the source that has its types. */
const exported = Object.values(exports)
  .filter((target) => typeof target === 'object')
  .map(({ types, default: file }) => [path.basename(file, '.js'), types.replace('./dist/', 'src/').replace('.d.ts', '.ts')]);

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: {
    ...Object.fromEntries(exported),
    cli: 'src/cli/main.ts',
    // Started by its URL: node/stacks/vm/threads.ts.
    worker: 'src/node/stacks/vm/worker.ts',
  },
  outdir: bundle,
  bundle: true,
  splitting: true,
  // All in one folder: package-root.ts.
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: `node${/[\d.]+/.exec(engines.node)?.[0]}`,
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
});

// Only what has changed is written, and what is left over goes last: a program that starts meanwhile finds everything whole.
mkdirSync(bundle, { recursive: true });
for (const { path: file, contents } of outputFiles) {
  if (!existsSync(file) || !readFileSync(file).equals(contents)) writeFileSync(file, contents);
}
const made = new Set(outputFiles.map(({ path: file }) => path.basename(file)));
for (const file of readdirSync(bundle)) if (!made.has(file)) rmSync(path.join(bundle, file));
