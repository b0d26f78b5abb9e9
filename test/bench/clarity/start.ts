import { execFileSync } from 'node:child_process';
import type { Figure } from '../measure.js';
import { figureOf } from './pair.js';

const RUNS = 7;
const module = (name: string) => JSON.stringify(new URL(`../../../dist/${name}.js`, import.meta.url).href);

/**
 * Prints the milliseconds until all boot contracts are known, those until the first answer of pox-5, and the bytes that a process needs
 * more.
 */
const OURS = `
const before = process.memoryUsage.rss();
const { createRules } = await import(${module('clarity/create-rules')});
const { nobleCrypto } = await import(${module('clarity/noble-crypto')});
const { bootState } = await import(${module('stacks/node/clarity/boot/boot-state')});
const { emptyState, StateEditor } = await import(${module('clarity/state/state')});
const { Execution } = await import(${module('clarity/execution/execution')});
const { callContract } = await import(${module('clarity/execution/invoke')});
const { parsePrincipal } = await import(${module('clarity/values/principal')});
const started = performance.now();
const rulesOf = ({ name }) => createRules({ isMainnet: false, chainId: 0x80000000, crypto: nobleCrypto }, name);
const bootAddress = 'ST000000000000000000002AMW42H';
const origin = bootState({ bootAddress, epoch: '4.0', pox: { rewardLength: 20, prepareLength: 5 }, rulesOf, startOf: () => 0 });
const state = new StateEditor(emptyState(origin));
const known = performance.now() - started;
const chain = { height: 1, tenureHeight: 1, burnHeight: 1, time: 1, block() {}, heightOfTenure() {}, burnBlock() {}, at() {} };
const x = new Execution({ rules: rulesOf({ name: '4.0' }), state, chain, unlockHeights: {}, sender: parsePrincipal(bootAddress) });
callContract(x, parsePrincipal(bootAddress + '.pox-5'), 'get-pox-info', []);
console.log(JSON.stringify({ known, first: performance.now() - started, bytes: process.memoryUsage.rss() - before }));`;

const THEIRS = `
const { createRequire } = await import('node:module');
const before = process.memoryUsage.rss();
const { SDK, SDKOptions } = createRequire(${JSON.stringify(import.meta.url)})('@stacks/clarinet-sdk-wasm');
const started = performance.now();
const sdk = new SDK(() => { throw new Error(); }, new SDKOptions(true, false, false));
await sdk.initEmptySession({ enabled: false });
console.log(JSON.stringify({ known: performance.now() - started, bytes: process.memoryUsage.rss() - before }));`;

type Started = { readonly known: number; readonly first: number; readonly bytes: number };

/** Measures starts in processes of their own, by turns. The WebAssembly is compiled before the clock starts. */
export function startFigures(): Figure[] {
  const rounds = Array.from({ length: RUNS }, () => [start(OURS), start(THEIRS)] as const);
  const ratio = (part: (ours: Started) => number, whole: (theirs: Started) => number) =>
    rounds.map(([ours, theirs]) => part(ours) / whole(theirs));
  return [
    figureOf(
      'start with all boot contracts: this VM / WebAssembly VM',
      ratio(
        (x) => x.known,
        (x) => x.known,
      ),
      { unit: '×', goal: '≤ 0.2' },
    ),
    figureOf(
      'start and a first call of pox-5: this VM / start of the other',
      ratio(
        (x) => x.first,
        (x) => x.known,
      ),
      { unit: '×', goal: '≤ 0.2' },
    ),
    figureOf(
      'memory added: this VM / WebAssembly VM',
      ratio(
        (x) => x.bytes,
        (x) => x.bytes,
      ),
      { unit: '×', goal: '≤ 0.25' },
    ),
  ];
}

function start(program: string): Started {
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}
