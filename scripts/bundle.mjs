// Builds `bundle`, the JavaScript that the package ships, from `src`: see docs/decisions/0016-the-package-ships-a-bundle.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const bundle = path.join(root, 'bundle');
const { exports, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The exports of the package, each from the source with its types. */
const exported = Object.values(exports)
  .filter((target) => typeof target === 'object')
  .map(({ types, default: file }) => [path.basename(file, '.js'), types.replace('./dist/', 'src/').replace('.d.ts', '.ts')]);

/** Modules that Node has loaded anyway; `http` or `worker_threads` takes as long to load as all of ours. */
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
  entryPoints: { ...Object.fromEntries(exported), 'run-process': 'src/cli/run-process.ts', 'simnet-worker': 'src/simnet/worker.ts' },
  splitting: true,
  // One folder for all, because of package-root.ts.
  chunkNames: '[name]-[hash]',
  format: 'esm',
};

/** A thread shares no modules with others, so it is one file. Node loads CommonJS in half the time. node/stacks/vm/threads.ts starts it by its path. */
const worker = {
  ...common,
  entryPoints: { worker: 'src/node/stacks/vm/worker.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** The first file of the command line. It starts the VM before it loads the rest, of which it is no part. */
const cli = { ...common, entryPoints: { cli: 'src/cli/main.ts' }, format: 'esm', external: ['./run-process.js'] };

/** The entry that Jest's test files require: their sandbox loads no ES modules. See src/jest/sandbox.cts. */
const sandbox = { ...common, entryPoints: { 'jest-sandbox': 'src/jest/sandbox.cts' }, format: 'cjs', outExtension: { '.js': '.cjs' } };

const builds = [build({ ...options, ...importedByAll(await smallShared()) }), build(worker), build(cli), build(sandbox)];
const outputFiles = [...(await Promise.all(builds)).flatMap((built) => built.outputFiles), ...(await buildPage())];

// Writes only changed files, and removes old ones last: a program that starts meanwhile finds complete files.
mkdirSync(bundle, { recursive: true });
for (const { path: file, contents } of outputFiles) {
  if (!existsSync(file) || !readFileSync(file).equals(contents)) writeFileSync(file, contents);
}
const made = new Set(outputFiles.map(({ path: file }) => path.basename(file)));
for (const file of readdirSync(bundle)) if (!made.has(file)) rmSync(path.join(bundle, file));

/** Builds the page of the gateway: a script, a style, and the HTML with their names. Shared code finds what browsers have in place of Node's modules. */
async function buildPage() {
  const page = path.join(root, 'src/page');
  const shim = (name) => path.join(page, 'shims', name);
  const { outputFiles: files } = await build({
    ...common,
    entryPoints: ['main.tsx', 'page.css'].map((file) => ({ in: path.join(page, file), out: 'page' })),
    // Browsers keep a file until its name changes.
    entryNames: '[name]-[hash]',
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    packages: 'bundle',
    sourcemap: false,
    tsconfig: path.join(page, 'tsconfig.json'),
    inject: [shim('buffer.ts')],
    alias: { 'node:crypto': shim('node-crypto.ts'), 'node:module': shim('node-module.ts') },
    legalComments: 'none',
  });
  const named = (extension) => `page/${path.basename(files.find(({ path: file }) => file.endsWith(extension)).path)}`;
  const html = readFileSync(path.join(page, 'page.html'), 'utf8').replace('page.css', named('.css')).replace('main.tsx', named('.js'));
  return [...files, { path: path.join(bundle, 'page.html'), contents: Buffer.from(html) }];
}

/**
 * Returns the sources to merge into one file. esbuild writes a file for each set of entries that share code: dozens of a few lines, which
 * take longer to open than to read.
 * @returns the sources of small files that import no large file, no dependency and no module that Node loads lazily
 */
async function smallShared() {
  const { outputs } = (await build({ ...options, metafile: true })).metafile;
  const isSmall = ({ entryPoint, bytes, imports }) => entryPoint === undefined && bytes < 16_384 && imports.every(isLight);
  const isLight = ({ path: file, kind, external }) => kind === 'dynamic-import' || (external ? AT_HAND.has(file) : isSmall(outputs[file]));
  return Object.entries(outputs)
    .filter(([file, output]) => file.endsWith('.js') && isSmall(output))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

/** Returns options with which every entry imports these sources, so that esbuild puts them into one file. */
function importedByAll(sources) {
  const name = 'shared';
  const contents = sources.map((source) => `import './${source}';`).join('\n');
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: /^shared$/ }, () => ({ path: name, namespace: name }));
    onLoad({ filter: /./, namespace: name }, () => ({ contents, resolveDir: root }));
  };
  return { inject: [name], plugins: [{ name, setup }] };
}
