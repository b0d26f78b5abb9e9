// Part of `npm run check`: what the rooms of `src` may import, and what is written in one place only.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';

type Room = {
  /** Where its code runs. Rooms that run anywhere are the core: they know neither Node nor a browser. */
  runs: 'anywhere' | 'Node' | 'a browser';
  purpose: string;
};

/** The rooms, from the ground up: a room imports only rooms that stand before it. */
export const rooms: Readonly<Record<string, Room>> = {
  base: { runs: 'anywhere', purpose: 'errors, JSON, bytes, waits, and the formats in which state is stored' },
  platform: { runs: 'Node', purpose: 'what a machine has: hashes, chance, files, sockets, threads, processes' },
  clarity: { runs: 'anywhere', purpose: 'the language: syntax, types, values, analysis, costs, execution, state' },
  bitcoin: { runs: 'anywhere', purpose: 'the protocol, the regtest node with its wallets, Esplora, Electrum' },
  stacks: { runs: 'anywhere', purpose: 'the protocol, the node, what an engine offers of both chains, their history, the Stacks API' },
  sbtc: { runs: 'anywhere', purpose: 'the contracts of sBTC, its signers, and the bridge that serves deposits and withdrawals' },
  network: { runs: 'anywhere', purpose: 'what a network can do: the table of operations, faucets, accounts, waits, chaos, snapshots' },
  project: { runs: 'Node', purpose: 'the configuration, and Clarinet projects with their deployment plans' },
  engines: { runs: 'Node', purpose: 'where a network runs: embedded, real nodes as processes or containers, nodes of others' },
  tools: { runs: 'Node', purpose: 'the debugger, coverage, stories and profiles of transactions, mutation tests' },
  gateway: { runs: 'Node', purpose: 'how a network is asked: HTTP, websockets, keys, limits, agents (MCP), x402' },
  start: { runs: 'Node', purpose: 'puts a network together from a configuration: startDevnet(), connectDevnet()' },
  cluster: { runs: 'Node', purpose: 'many networks and many gateways: pools, Redis, Swarm' },
  clients: { runs: 'Node', purpose: 'what test suites use: simnet, wallet, Vitest, Jest, node:test, Playwright, property tests' },
  page: { runs: 'a browser', purpose: 'the web page of the gateway' },
  cli: { runs: 'Node', purpose: 'the command line' },
};

/** Parts of a room, and the parts of the same room that they do not know. */
const apart: readonly (readonly [part: string, unknown: readonly string[]])[] = [
  ['bitcoin/protocol', ['bitcoin/node', 'bitcoin/esplora', 'bitcoin/electrum']],
  ['bitcoin/node', ['bitcoin/electrum']],
  ['bitcoin/esplora', ['bitcoin/node', 'bitcoin/electrum']],
  ['stacks/protocol', ['stacks/node', 'stacks/engine', 'stacks/history', 'stacks/api']],
  ['stacks/node', ['stacks/engine', 'stacks/history', 'stacks/api']],
  ['stacks/history', ['stacks/node', 'stacks/api']],
  ['engines/common', ['engines/embedded', 'engines/real-nodes', 'engines/external']],
  ['engines/embedded', ['engines/real-nodes', 'engines/external']],
  ['engines/real-nodes', ['engines/embedded', 'engines/external']],
  ['engines/external', ['engines/embedded', 'engines/real-nodes']],
];

/** Few networks need a cluster, so what starts a network loads it when one does. */
const lazily: readonly (readonly [file: string, room: string])[] = [['start/cluster.ts', 'cluster']];

/** Packages that need neither Node nor a browser. */
const PORTABLE = /^(?:@noble|@scure|@stacks)\/|^typebox\//;

/** What tells a second copy of a rule: the text that each copy would have. */
const facts: Readonly<Record<string, RegExp>> = {
  'the alphabet of c32': /0123456789ABCDEFGHJKMNPQRSTVWXYZ/,
  'the alphabet of base58': /123456789ABCDEFGHJKLMNPQRSTUVWXYZ/,
  'the alphabet of bech32': /qpzry9x8gf2tvdw0s3jn54khce6mua7l/,
};

const order = Object.keys(rooms);
const roomOf = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');
const within = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

/**
 * Returns what an import breaks; undefined if it may be.
 * @param file the importing file, from the folder `src`
 * @param id what it imports
 */
export function problemOf(file: string, id: string): string | undefined {
  const room = roomOf(file);
  const runs = rooms[room]?.runs;
  if (id.startsWith('#platform/')) return undefined;
  if (!id.startsWith('.')) {
    if (runs !== 'Node' && runs !== undefined && isBuiltin(id)) return `${room} knows no Node: what it needs of a machine is in #platform/`;
    return runs === 'anywhere' && !PORTABLE.test(id) ? `${room} runs anywhere, and the package may not` : undefined;
  }
  const target = path.posix.join(path.posix.dirname(file), id);
  const other = roomOf(target);
  if (other === room) {
    const walls = apart.filter(([part]) => within(file, part)).flatMap(([, unknown]) => unknown);
    const wall = walls.find((part) => within(target, part));
    return wall === undefined ? undefined : `it does not know ${wall}`;
  }
  if (room === '') return undefined;
  if (other === '') return room === 'clients' || room === 'cli' ? undefined : 'a room does not import an entry of the package';
  if (other === 'platform') return 'the door of the platform is #platform/';
  if (rooms[other] === undefined) return `there is no room ${other}`;
  const isLazy = lazily.some(([from, to]) => from === file && to === other);
  if (order.indexOf(other) > order.indexOf(room) && !isLazy) return `${room} stands below ${other}`;
  return target.slice(other.length + 1).includes('/') ? `only the files at the top of ${other} are its door` : undefined;
}

/** Returns the modules that a file imports, also those of which it uses only types. */
export function importsOf(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const found: string[] = [];
  const add = ({ source }: { source: Node | null }): void => {
    if (source?.type === 'Literal' && typeof source.value === 'string') found.push(source.value);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return found;
}

/** Returns a line for each import that may not be, each file that lies in no room, and each fact that is written twice. */
export function problems(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|cts)$/.test(file))
    .sort();
  const files = names.map((name) => ({ file: name.split(path.sep).join('/'), text: readFileSync(path.join(folder, name), 'utf8') }));
  const loose = files.filter(({ file }) => !file.includes('/') && file !== 'index.ts').map(({ file }) => `src/${file}: it lies in no room`);
  const imports = files.flatMap(({ file, text }) =>
    importsOf(file, text).flatMap((id) => {
      const problem = problemOf(file, id);
      return problem === undefined ? [] : [`src/${file} imports ${id}: ${problem}`];
    }),
  );
  const twice = Object.entries(facts).flatMap(([name, pattern]) => {
    const having = files.filter(({ text }) => pattern.test(text)).map(({ file }) => `src/${file}`);
    return having.length > 1 ? [`${name} is in ${having.join(' and in ')}: one is enough`] : [];
  });
  return [...loose, ...imports, ...twice];
}

if (process.argv[1] === import.meta.filename) {
  const found = problems(path.resolve(import.meta.dirname, '../src'));
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
