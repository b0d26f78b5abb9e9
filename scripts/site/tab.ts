import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { sbtcContracts } from '#dist/sbtc/deployments.js';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
// @ts-expect-error a script of the build has no types
import { rooms } from '../find-sources.mjs';
// @ts-expect-error a script of the build has no types
import { install } from '../install.mjs';
import { policyOf } from './policy.js';
import { root } from './sources.js';

const here = path.join(import.meta.dirname, 'tab');
const bundle = path.join(root, 'bundle');

/** The modules that code in a tab may import, with their sources. An example that imports another one needs Node. */
const MODULES: Readonly<Record<string, string>> = {
  'stacks-devnet': path.join(here, 'devnet.ts'),
  'stacks-devnet/browser': path.join(here, 'devnet.ts'),
  'stacks-devnet/wallet': path.join(here, 'devnet.ts'),
  'stacks-devnet/clarity': 'stacks-devnet/clarity',
  'stacks-devnet/clarity/boot-contracts': 'stacks-devnet/clarity/boot-contracts',
  '@stacks/transactions': '@stacks/transactions',
  '@stacks/stacking': '@stacks/stacking',
  '@scure/btc-signer': '@scure/btc-signer',
  '@scure/btc-signer/utils.js': '@scure/btc-signer/utils.js',
  sbtc: 'sbtc',
  'node:assert/strict': path.join(here, 'assert.ts'),
};
/** What runs code, and shows what it does. */
const ofCode = ['worker.ts', 'run.tsx', 'run.css'];
/** What pages of the site load before that: it is small, and knows nothing of Node's globals. */
const ofPages = ['examples.ts', 'playground.ts', 'analysis.ts'];
const entriesOf = (files: string[]) => files.map((file) => ({ in: path.join(here, file), out: path.parse(file).name }));
const fileOf = (module: string): string => `module-${module.replaceAll(/\W+/g, '-').replace(/^-/, '')}`;

/** The files of a tab: what runs code, and the network. */
export type Tab = {
  /** Their folder in the site. Its name says what is in it, so that browsers may keep the files for ever. */
  folder: string;
  files: ReadonlyMap<string, Uint8Array>;
  /** What each module exports that code in a tab may import. */
  exports: ReadonlyMap<string, ReadonlySet<string>>;
};

export async function buildTab(): Promise<Tab> {
  install(path.join(import.meta.dirname, 'packages'), here);
  const common: BuildOptions & { metafile: true; write: false } = {
    absWorkingDir: root,
    outdir: here,
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: path.join(here, 'tsconfig.json'),
    plugins: [separate, rooms('browser')],
  };
  const pages = await build({
    ...common,
    entryPoints: entriesOf(ofPages),
  });
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [...entriesOf(ofCode), ...Object.entries(MODULES).map(([module, source]) => ({ in: source, out: fileOf(module) }))],
    inject: [path.join(root, 'src/platform/browser/buffer.ts')],
  });
  const exportsOf = (module: string) => metafile.outputs[path.relative(root, path.join(here, `${fileOf(module)}.js`))]?.exports ?? [];
  const modules = Object.keys(MODULES).map((module) => [module, { file: `${fileOf(module)}.js`, exports: exportsOf(module) }] as const);
  const files = new Map([...pages.outputFiles, ...outputFiles].map(({ path: file, contents }) => [path.basename(file), contents]));
  // The network runs in a worker here, so that it needs none of its own.
  for (const file of readdirSync(bundle).filter((name) => /^browser[-.].*mjs$/.test(name) && name !== 'browser-clarity-worker.mjs'))
    files.set(file, readFileSync(path.join(bundle, file)));
  for (const [file, data] of [
    ['modules.js', Object.fromEntries(modules)],
    ['starts.js', starts()],
    ['sbtc.js', await contractsOfSbtc()],
  ] as const)
    files.set(file, new TextEncoder().encode(`export default ${JSON.stringify(data)};`));
  const digest = createHash('sha256');
  for (const [file, contents] of files) digest.update(file).update(contents);
  return {
    folder: `tab-${digest.digest('hex').slice(0, 12)}`,
    files,
    exports: new Map(modules.map(([module, { exports }]) => [module, new Set(exports)])),
  };
}

/** Writes a tab into the folder of a site, with the document that runs code, and the service worker. */
export async function writeTab(site: string, { folder, files }: Tab): Promise<void> {
  mkdirSync(path.join(site, folder));
  for (const [file, contents] of files) writeFileSync(path.join(site, folder, file), contents);
  const html = readFileSync(path.join(here, 'run.html'), 'utf8');
  writeFileSync(path.join(site, 'run.html'), html.replace('POLICY', policyOf('code')).replaceAll('TAB', folder));
  const kept = ['run.html', 'playground.html', 'style.css', 'search.js', ...[...files.keys()].map((file) => `${folder}/${file}`)];
  await build({
    entryPoints: [path.join(here, 'service-worker.ts')],
    outfile: path.join(site, 'service-worker.js'),
    bundle: true,
    minify: true,
    define: { VERSION: JSON.stringify(folder.replace('tab-', '')), TAB: JSON.stringify(kept) },
  });
}

/** The network is that of the package, as it is. Data are files of their own, which this build makes: `data.d.ts` has their types. */
const separate: Plugin = {
  name: 'separate',
  setup({ onResolve }) {
    onResolve({ filter: /^stacks-devnet\/browser$/ }, () => ({ path: './browser.mjs', external: true }));
    onResolve({ filter: /^data:/ }, ({ path: id }) => ({ path: `./${id.slice('data:'.length)}.js`, external: true }));
  },
};

/** The contracts of sBTC that a network has, for the analysis of contracts that call them. */
async function contractsOfSbtc(): Promise<object[]> {
  const contracts = await sbtcContracts({ deployer: DEFAULT_DEPLOYER });
  return contracts.map(({ deployer, name, source, clarityVersion }) => ({
    contract: `${deployer}.${name}`,
    source,
    clarityVersion,
    epoch: '3.4',
  }));
}

/** The programs to start with: each names itself in its first line. */
function starts(): object[] {
  const folder = path.join(here, 'starts');
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const code = readFileSync(path.join(folder, file), 'utf8');
      return { title: /^(?:;;|\/\/) (.*)$/m.exec(code)?.[1], language: file.endsWith('.clar') ? 'clarity' : 'js', code };
    });
}
