// Builds `bundle`, the JavaScript that the package ships, from `src`: see docs/decisions/0016-the-package-ships-a-bundle.md.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { bootContracts } from './boot-contracts.mjs';
import { CACHE, inBrowser, inject } from './browser-network.mjs';
import { CHUNK, isCommonJs, toChunk } from './chunk.mjs';
import { pastDoors, rooms } from './find-sources.mjs';
import { manifestOfCheckout, publishedManifest } from './manifest.mjs';
import { noticesOf } from './notices.mjs';

const root = path.resolve(import.meta.dirname, '..');
const bundle = path.join(root, 'bundle');
const { exports } = manifestOfCheckout();
const { engines, dependencies, peerDependencies } = publishedManifest(manifestOfCheckout());

/** Packages that every start loads: the bundle has copies, of which V8's code can be kept. Browsers get them as packages. */
const INLINED = ['@noble/hashes'];
/** Packages that bundled ones load if they are there: bunyan, which is a part of bitcoin-core, and ws. */
const OPTIONAL = ['bufferutil', 'dtrace-provider', 'moment', 'mv', 'source-map-support', 'utf-8-validate'];
/** What an install has, or need not have. The bundle has copies of all other packages. */
const installed = [...Object.keys({ ...dependencies, ...peerDependencies }), ...OPTIONAL];
const external = installed.filter((name) => !INLINED.includes(name)).flatMap((name) => [name, `${name}/*`]);

/** Packages that dockerode needs for builds by BuildKit, and for engines over SSH, which `docker/address.ts` rejects. */
const UNUSED = ['@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs', 'ssh2'];
const withoutUnused = {
  name: 'unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path: id }) => (UNUSED.includes(id) ? { path: id, namespace: 'unused' } : undefined));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** The exports of the package, each from the source with its types. */
const exported = Object.values(exports)
  .filter((target) => typeof target === 'object')
  .map(({ types, default: file }) => [path.basename(file, '.mjs'), types]);

/** Exports that run in browsers, too. */
const FOR_BROWSERS = ['clarity', 'clarity-boot-contracts'];
/** What a start in a browser imports lazily, as others do. */
const AT_START = ['src/bitcoin/node.ts', 'src/gateway/mounted.ts'];
/** The network for browsers. */
const NETWORK = 'browser';
const forNode = exported.filter(([name]) => ![...FOR_BROWSERS, NETWORK].includes(name));
const forBrowsers = exported.filter(([name]) => FOR_BROWSERS.includes(name));

const OLDEST_NODE = /[\d.]+/.exec(engines.node)?.[0];

/** Modules that Node has loaded anyway; `http` or `worker_threads` takes as long to load as all of ours. */
const AT_HAND = new Set(
  ['crypto', 'events', 'fs', 'fs/promises', 'module', 'os', 'path', 'timers/promises', 'url', 'util'].map((name) => `node:${name}`),
);

const common = {
  absWorkingDir: root,
  outdir: bundle,
  bundle: true,
  platform: 'node',
  target: `node${OLDEST_NODE}`,
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  metafile: true,
  write: false,
};

/** The loader of the chunks is a file of its own, which everything shares. */
const LOADER = './load.js';
const sharedLoader = {
  name: 'loader',
  setup: ({ onResolve }) => onResolve({ filter: /\/code\/loader\.js$/ }, () => ({ path: LOADER, external: true })),
};

/** What pages load as it is. */
const forPages = {
  ...common,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  packages: 'bundle',
  sourcemap: false,
  legalComments: 'none',
};

/** Node starts CommonJS sooner than ES modules. */
const commonjs = {
  ...common,
  format: 'cjs',
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** ES modules, which become chunks. */
const modules = {
  ...common,
  packages: 'bundle',
  external,
  format: 'esm',
  splitting: true,
  // One folder for all, because of package-root.ts.
  chunkNames: '[name]-[hash]',
  define: { 'import.meta.url': CHUNK.url },
};

/** The programs of threads. */
const WORKERS = {
  'simnet-worker': 'src/clients/simnet/worker.ts',
  'simnet-hooks': 'src/clients/simnet/register-hooks.ts',
  'clarity-worker': 'src/stacks/node/clarity/thread/worker.ts',
};

const options = {
  ...modules,
  entryPoints: { ...Object.fromEntries(forNode), 'run-process': 'src/cli/run-process.ts', ...WORKERS },
};

/** The first file of the command line. */
const cli = { ...commonjs, entryPoints: { cli: 'src/cli/main.ts' }, plugins: [sharedLoader, rooms('node')] };

/** The entry that Jest's test files require: their sandbox loads no ES modules. See src/clients/jest/sandbox.cts. */
const sandbox = {
  ...common,
  entryPoints: { 'jest-sandbox': 'src/clients/jest/sandbox.cts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
};

/** Native signatures, with the libraries that they load. */
const bindings = {
  ...common,
  entryPoints: { bindings: 'src/platform/node/secp256k1/bindings.cts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  packages: 'bundle',
  loader: { '.node': 'copy' },
};

const shared = importedByAll(await smallShared());
const [program, ...others] = await Promise.all([
  build({ ...options, ...shared, plugins: [sharedLoader, ...shared.plugins, rooms('node'), withoutUnused] }),
  build(cli),
  build(sandbox),
  build(bindings),
  buildForBrowsers(),
  buildNetworkForBrowsers(),
  buildWorkerForBrowsers(),
  buildWalletPage(),
  buildPage(),
]);
checkImports([program, ...others]);
const chunks = chunksOf(program);
const facades = forNode.map(([name]) => name).concat(Object.keys(WORKERS));
const files = [
  ...chunks,
  ...others.flatMap((built) => built.outputFiles),
  ...(await buildLoader(chunks)),
  ...facades.map((name) => text(`${name}.mjs`, facade(name, program.metafile))),
  pageOf(others.at(-1).outputFiles),
  text('package.json', `${JSON.stringify({ type: 'commonjs' })}\n`),
  text(
    'third-party-notices.txt',
    noticesOf(
      [program, ...others].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
      root,
    ),
  ),
];

// Writes only changed files, and removes old ones last: a program that starts meanwhile finds complete files.
mkdirSync(bundle, { recursive: true });
for (const { path: file, contents } of files) {
  if (!existsSync(file) || !readFileSync(file).equals(contents)) writeFileSync(file, contents);
}
const made = new Set([path.basename(CACHE), ...files.map(({ path: file }) => path.basename(file))]);
for (const file of readdirSync(bundle)) if (!made.has(file)) rmSync(path.join(bundle, file));

function text(name, contents) {
  return { path: path.join(bundle, name), contents: Buffer.from(contents) };
}

/** @throws Error if a file imports a package that an install does not have */
function checkImports(built) {
  const imports = built.flatMap(({ metafile: { outputs } }) => Object.values(outputs).flatMap((output) => output.imports));
  const packages = imports.filter(({ path: id, external: isExternal }) => isExternal && ![LOADER, CACHE].includes(id) && !isBuiltin(id));
  const missing = packages.map(({ path: id }) => id).filter((id) => !installed.includes(/^(?:@[^/]+\/)?[^/]+/.exec(id)[0]));
  if (missing.length > 0) throw new Error(`the bundle imports ${missing}, which an install does not have`);
}

/** Makes chunks of ES modules. */
function chunksOf({ outputFiles, metafile: { outputs } }) {
  return outputFiles.map((file) => {
    if (!file.path.endsWith('.js')) return file;
    return { path: file.path, contents: Buffer.from(toChunk(file.text, (name) => packagesOf(outputs, name))) };
  });
}

/**
 * Builds the loader, which knows what the chunks are and how it names them: V8 accepts code of another chunk if that has the same length.
 */
async function buildLoader(loaded) {
  const digest = createHash('sha256').update(readFileSync(path.join(root, 'src/platform/node/code/chunks.ts')));
  for (const { path: file, contents } of loaded) digest.update(path.basename(file)).update(contents);
  const { outputFiles } = await build({
    ...commonjs,
    entryPoints: { load: 'src/platform/node/code/loader.ts' },
    plugins: [rooms('node')],
    define: { ...commonjs.define, BUILD: `'${digest.digest('hex').slice(0, 16)}'`, OLDEST_NODE: `'${OLDEST_NODE}'` },
  });
  return outputFiles;
}

/** The ES module that a user imports: the exports of a chunk. */
function facade(name, { outputs }) {
  const file = path.relative(root, path.join(bundle, `${name}.js`));
  const packages = packagesOf(outputs, `${name}.js`);
  const imports = packages.map((id, i) => `import * as package${i} from '${id}';\n`).join('');
  const given = packages.map((id, i) => `'${id}': package${i}`).join(', ');
  const names = outputs[file].exports;
  const declared = names.filter((exportedName) => exportedName !== 'default');
  const loaded = `loader.load('${name}.js', { ${given} })`;
  if (names.length === 0) return `import loader from '${LOADER}';\n${imports}\n${loaded};\n`;
  const constants = declared.length === 0 ? '' : `export const { ${declared.join(', ')} } = loaded;\n`;
  const standard = names.includes('default') ? 'export default loaded.default;\n' : '';
  return `import loader from '${LOADER}';\n${imports}\nconst loaded = ${loaded};\n${constants}${standard}`;
}

/** The packages that a chunk and what it needs import statically, and that may be ES modules. */
function packagesOf(outputs, name, seen = new Set()) {
  const file = path.relative(root, path.join(bundle, name));
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = outputs[file].imports.filter(({ kind }) => kind === 'import-statement');
  const own = imports.filter(({ path: id, external }) => external && !isCommonJs(id)).map(({ path: id }) => id);
  const inner = imports.filter(({ external }) => !external).flatMap(({ path: id }) => packagesOf(outputs, path.basename(id), seen));
  return [...new Set([...own, ...inner])].sort();
}

/** Builds ES modules without Node's modules. They import packages, which bundlers find. */
function buildForBrowsers() {
  return build({
    ...common,
    entryPoints: Object.fromEntries(forBrowsers),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    define: { BOOT_CONTRACTS: JSON.stringify(bootContracts()) },
    plugins: [rooms('browser')],
  });
}

/**
 * Builds the network for pages and workers, with all that it needs. What each page loads at first are a few files: each request takes time,
 * and browsers compile files side by side.
 */
async function buildNetworkForBrowsers() {
  const { version } = manifestOfCheckout();
  const built = await build({
    ...forPages,
    entryPoints: { [NETWORK]: exported.find(([name]) => name === NETWORK)[1] },
    outExtension: { '.js': '.mjs' },
    chunkNames: 'browser-[name]-[hash]',
    splitting: true,
    define: {
      BOOT_CONTRACTS: readFileSync(path.join(root, 'dist/boot-contracts.json'), 'utf8'),
      MANIFEST: JSON.stringify({ version, node: engines.node }),
    },
    inject,
    plugins: [inBrowser, rooms('browser')],
  });
  return { ...built, outputFiles: await joinFirst(built, `${NETWORK}.mjs`) };
}

/**
 * Builds the worker of pages, which executes what takes long. Few pages load it. It is one file that imports nothing, so that users'
 * bundlers, which find it by its URL, need no more than copy it.
 */
function buildWorkerForBrowsers() {
  return build({
    ...forPages,
    entryPoints: { 'browser-clarity-worker': 'src/stacks/node/clarity/thread/repeating-worker.ts' },
    outExtension: { '.js': '.mjs' },
    inject,
    plugins: [inBrowser, rooms('browser')],
  });
}

/**
 * Joins the files that an entry imports statically, and those that each start imports, into three of about the same size. The entry
 * imports these and the cache, so that a page asks for all of them at once.
 */
async function joinFirst({ outputFiles, metafile: { outputs } }, entry) {
  const byName = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  const builtAs = (name) => outputs[path.relative(root, path.join(bundle, name))];
  const importedBy = (name) => builtAs(name).imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
  const first = new Set();
  const add = (name) => {
    if (first.has(name)) return;
    first.add(name);
    for (const { path: file } of importedBy(name)) add(path.basename(file));
  };
  add(entry);
  for (const [name, { entryPoint }] of Object.entries(outputs)) if (AT_START.includes(entryPoint)) add(path.basename(name));
  const main = 'main.mjs';
  byName.set(main, byName.get(entry));
  byName.set(entry, `export * from './${main}';`);
  const made = {
    name: 'made',
    resolveId(id) {
      // `absolute`: the name stays as it is.
      if (id === CACHE) return { id, external: 'absolute' };
      return byName.has(path.basename(id)) ? path.basename(id) : undefined;
    },
    load: (id) => byName.get(id),
  };
  // The code is compressed already; only names of the files that become one can be the same.
  const joining = await rolldown({
    input: [entry],
    plugins: [made],
    treeshake: false,
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension',
  });
  // No file imports the entry, and the base imports nothing: the three do not import each other in a circle.
  const alone = [...first].filter((name) => name !== entry && importedBy(name).length === 0);
  const [base] = alone.sort((a, b) => builtAs(b).bytes - builtAs(a).bytes);
  const groups = { base: (id) => id === base, shared: (id) => id !== entry && first.has(id), main: (id) => id === main };
  const { output } = await joining.generate({
    minify: { compress: false, mangle: true, codegen: true },
    entryFileNames: entry,
    chunkFileNames: ({ name }) => (name in groups ? 'browser-[name]-[hash].mjs' : 'browser-[hash].mjs'),
    codeSplitting: { groups: Object.entries(groups).map(([name, test]) => ({ name, test })) },
  });
  await joining.close();
  const importsOf = (name) => output.find(({ fileName }) => fileName === name)?.imports ?? [];
  const early = new Set(importsOf(entry));
  for (const name of early) for (const imported of importsOf(name)) early.add(imported);
  const imports = [...early].map((name) => `import ${JSON.stringify(name === CACHE ? name : `./${name}`)};\n`).join('');
  return output.map(({ fileName, code }) => text(fileName, fileName === entry ? imports + code : code));
}

/** Builds the page of the gateway: a script and a style. Shared code finds what browsers have in place of Node's modules. */
function buildPage() {
  const page = path.join(root, 'src/page');
  return build({
    ...forPages,
    entryPoints: ['main.tsx', 'page.css'].map((file) => ({ in: path.join(page, file), out: 'page' })),
    // Browsers keep a file until its name changes.
    entryNames: '[name]-[hash]',
    tsconfig: path.join(page, 'tsconfig.json'),
    inject: [path.join(root, 'src/platform/browser/buffer.ts')],
    plugins: [rooms('browser')],
  });
}

/** Returns the HTML of the page, with the names of its files. */
function pageOf(files) {
  const named = (extension) => `page/${path.basename(files.find(({ path: file }) => file.endsWith(extension)).path)}`;
  const html = readFileSync(path.join(root, 'src/page/page.html'), 'utf8');
  return text('page.html', html.replace('page.css', named('.css')).replace('main.tsx', named('.js')));
}

/** Builds the script that `attachWallet` adds to pages, which run it inside of a function. */
function buildWalletPage() {
  return build({
    ...common,
    entryPoints: { 'wallet-page': 'src/clients/wallet/page/main.ts' },
    format: 'iife',
    globalName: 'stacksDevnetWallet',
    plugins: [rooms('browser')],
    minify: true,
    platform: 'browser',
    target: 'es2022',
    sourcemap: false,
  });
}

/**
 * Returns the sources to merge into one file. esbuild writes a file for each set of entries that share code: dozens of a few lines, which
 * take longer to open than to read.
 * @returns the sources of small files that import no large file, no dependency and no module that Node loads lazily
 */
async function smallShared() {
  const { outputs } = (await build({ ...options, plugins: [rooms('node'), withoutUnused] })).metafile;
  const isSmall = ({ entryPoint, bytes, imports }) => entryPoint === undefined && bytes < 16_384 && imports.every(isLight);
  const isLight = ({ path: file, kind, external }) => kind === 'dynamic-import' || (external ? AT_HAND.has(file) : isSmall(outputs[file]));
  return Object.entries(outputs)
    .filter(([file, output]) => file.endsWith('.js') && isSmall(output))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

/** Returns options with which all of our modules import these sources, so that esbuild puts them into one file. */
function importedByAll(sources) {
  const name = 'shared';
  const own = new Set(sources.map((source) => path.join(root, source)));
  const contents = sources.map((source) => `import './${source}';`).join('\n');
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: /^shared$/ }, () => ({ path: name, namespace: name }));
    onLoad({ filter: /./, namespace: name }, () => ({ contents, resolveDir: root }));
    // At the end, so that lines stay where they are. As an option of esbuild, `inject` would change packages, too.
    // The sources themselves do not: as a circle, one would run before what it imports.
    onLoad({ filter: /\.c?tsx?$/ }, ({ path: file }) => {
      if (own.has(file)) return undefined;
      const text = pastDoors(readFileSync(file, 'utf8'), file, 'node');
      return { contents: `${text}\nimport '${name}';\n`, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  };
  return { plugins: [{ name, setup }] };
}
