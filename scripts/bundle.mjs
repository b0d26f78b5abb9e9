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

/** Parts of Node that cost nothing more; `http` or `worker_threads` takes as long as all of ours. */
const AT_HAND = new Set(
  ['crypto', 'events', 'fs', 'fs/promises', 'module', 'os', 'path', 'timers/promises', 'url', 'util'].map((name) => `node:${name}`),
);

const common = {
  absWorkingDir: root,
  outdir: bundle,
  bundle: true,
  platform: 'node',
  target: `node${/[\d.]+/.exec(engines.node)?.[0]}`,
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
};

const options = {
  ...common,
  entryPoints: { ...Object.fromEntries(exported), cli: 'src/cli/main.ts' },
  splitting: true,
  // All in one folder: package-root.ts.
  chunkNames: '[name]-[hash]',
  format: 'esm',
};

/** A thread shares no module with others, so it is one file; and Node loads CommonJS in half the time. Started by its path: node/stacks/vm/threads.ts. */
const worker = {
  ...common,
  entryPoints: { worker: 'src/node/stacks/vm/worker.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

const builds = [build({ ...options, ...importedByAll(await smallShared()) }), build(worker)];
const outputFiles = (await Promise.all(builds)).flatMap((built) => built.outputFiles);

// Only what has changed is written, and what is left over goes last: a program that starts meanwhile finds everything whole.
mkdirSync(bundle, { recursive: true });
for (const { path: file, contents } of outputFiles) {
  if (!existsSync(file) || !readFileSync(file).equals(contents)) writeFileSync(file, contents);
}
const made = new Set(outputFiles.map(({ path: file }) => path.basename(file)));
for (const file of readdirSync(bundle)) if (!made.has(file)) rmSync(path.join(bundle, file));

/**
 * The sources that one file is to hold. esbuild makes a file of what the same entries share, for each set of entries: dozens of a few
 * lines, which cost a start more to find and open than to read. @returns those of small files that need no large file, and nothing that
 * costs to load: no dependency, and of Node what is there anyway
 */
async function smallShared() {
  const { outputs } = (await build({ ...options, metafile: true })).metafile;
  const isSmall = ({ entryPoint, bytes, imports }) => entryPoint === undefined && bytes < 16_384 && imports.every(isLight);
  const isLight = ({ path: file, kind, external }) => kind === 'dynamic-import' || (external ? AT_HAND.has(file) : isSmall(outputs[file]));
  return Object.entries(outputs)
    .filter(([file, output]) => file.endsWith('.js') && isSmall(output))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

/** Options that have every entry import these sources, so that they come into one file. */
function importedByAll(sources) {
  const name = 'shared';
  const contents = sources.map((source) => `import './${source}';`).join('\n');
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: /^shared$/ }, () => ({ path: name, namespace: name }));
    onLoad({ filter: /./, namespace: name }, () => ({ contents, resolveDir: root }));
  };
  return { inject: [name], plugins: [{ name, setup }] };
}
