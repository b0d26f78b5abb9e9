import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import loader from '../bundle/load.js';
import { readKept } from '../dist/platform/node/kept-file.js';
import { CACHE } from './browser-network.mjs';

// Part of the build: what starts with the default settings leave in an empty cache. The package ships it, so that the first start on a
// machine is as fast as later ones. What the package has already, a start does not leave.
const root = path.resolve(import.meta.dirname, '..');
const packaged = path.join(root, 'dist/cache');
const folder = mkdtempSync(path.join(tmpdir(), 'devnet-cache-'));
const cache = path.join(folder, 'cache');
const CODE = 'code';
/** As the name of a file of code begins. */
const codeOf = (entry) => `${entry}-${loader.build}-`;
/** The parts of the cache, and how many files of which name they must have before a start may end. */
const COMMAND = [
  ['bitcoin-chain', '', 1],
  ['stacks-genesis', '', 1],
  [CODE, codeOf('run-process'), 1],
];
const LIBRARY = [[CODE, codeOf('index'), 1]];
const BITCOIN_NODE = [[CODE, codeOf('bitcoin-node'), 1]];
try {
  run([path.join(root, 'bundle/cli.js'), 'exec', '--log-level', 'error', '--', process.execPath, '-e', wait(COMMAND)]);
  run([
    '-e',
    `import(${imported('index')}).then(async ({ startDevnet }) => {
      const network = await startDevnet({ cache: { dir: process.env.DEVNET_CACHE_DIR } });
      ${wait(LIBRARY)};
      await written;
      await network.close();
    })`,
  ]);
  run([
    '-e',
    `import(${imported('bitcoin-node')}).then(async ({ createBitcoinNode }) => {
      const node = createBitcoinNode();
      await node.listen();
      require(${JSON.stringify(path.join(root, 'bundle/load.js'))}).keepCode();
      await node.close();
    })`,
  ]);
  for (const name of existsSync(cache) ? readdirSync(cache) : []) (name === CODE ? add : replace)(name);
  for (const [part, name, count] of [...COMMAND, ...LIBRARY, ...BITCOIN_NODE]) {
    const found = readdirSync(path.join(packaged, part)).filter((file) => file.startsWith(name));
    if (found.length < count) throw new Error(`the starts have left no ${part}/${name} in the cache`);
  }
  writeForBrowsers();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Pages start with the same settings, and cannot read folders. */
function writeForBrowsers() {
  const contents = {};
  for (const [part] of COMMAND.filter(([part]) => part !== CODE)) {
    for (const name of readdirSync(path.join(packaged, part))) {
      contents[`${part}/${name}`] = readKept(path.join(packaged, part, name)).toString('base64');
    }
  }
  const target = path.join(root, 'bundle', CACHE);
  writeFileSync(`${target}.tmp`, `export const packaged = ${JSON.stringify(contents)};\n`);
  renameSync(`${target}.tmp`, target);
}

function run(args) {
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('DEVNET_'));
  const env = { ...Object.fromEntries(settings), DEVNET_CACHE_DIR: cache };
  execFileSync(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function imported(entry) {
  return JSON.stringify(path.join(root, `bundle/${entry}.mjs`));
}

/** A program that waits until files are written: a network closes soon, on a slow machine before it has written everything. */
function wait(files) {
  return `const { existsSync, readdirSync } = require('node:fs');
    const list = (folder) => existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.tmp')) : [];
    const isThere = ([part, name, count]) => {
      const all = ${JSON.stringify([cache, packaged])}.flatMap((folder) => list(folder + '/' + part));
      return new Set(all.filter((file) => file.startsWith(name))).size >= count;
    };
    const end = Date.now() + 60_000;
    const written = new Promise((resolve) => {
      (function look() {
        if (${JSON.stringify(files)}.every(isThere) || Date.now() >= end) resolve();
        else setTimeout(look, 20);
      })();
    })`;
}

/** A network that starts meanwhile finds the old folder, the new one, or none. */
function replace(name) {
  const unfinished = path.join(root, `dist/${name}.${process.pid}.tmp`);
  cpSync(path.join(cache, name), unfinished, { recursive: true });
  mkdirSync(packaged, { recursive: true });
  rmSync(path.join(packaged, name), { recursive: true, force: true });
  renameSync(unfinished, path.join(packaged, name));
}

/** Adds files of this build, and removes those of others. */
function add(name) {
  const target = path.join(packaged, name);
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(path.join(cache, name))) {
    const unfinished = path.join(root, `dist/${file}.${process.pid}.tmp`);
    cpSync(path.join(cache, name, file), unfinished);
    renameSync(unfinished, path.join(target, file));
  }
  for (const file of readdirSync(target)) {
    if (!file.includes(`-${loader.build}-`)) rmSync(path.join(target, file), { force: true });
  }
}
