import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { keepCode } from '../../../code/loader.js';
import { DevnetError, invalid, messageOf } from '../../../error.js';
import { createCounter } from './coverage/counter.js';
import type { Contracts } from './execution/contracts.js';
import { bootGenesis } from './genesis/boot.js';
import { bootFork, missingContracts } from './genesis/fork-boot.js';
import { type Genesis, splitByEpoch } from './genesis/genesis.js';
import { genesisOrigin } from './genesis/genesis-origin.js';
import { createHistory, type History } from './image/history.js';
import { type ImageCache, imageCache, loadImage, pruneImages, saveImage } from './image/image-cache.js';
import { captureImage, fromPortable, type MemoryImage } from './image/memory-image.js';
import { Broken } from './machine/broken.js';
import type { Burnchain } from './machine/burnchain.js';
import { type ClarityCode, type CompiledPackage, linkClarityPackage, loadClarityPackage } from './machine/code.js';
import { type Machine, type MachineSource, reviveMachine } from './machine/machine.js';
import { BOOT_ADDRESS } from './machine/principals.js';
import { execute } from './machine/session.js';
import {
  BOOT,
  type BootRequest,
  type Reply,
  type Request,
  type Shared,
  type ThreadData,
  type ThrownError,
  type VmState,
} from './messages.js';
import { liveOrigin } from './origin/live-origin.js';
import type { Origin } from './origin/origin.js';
import { connectOrigin } from './origin/origin-link.js';
import { readSessionTable } from './origin/table-file.js';
import { createRuntime, type Runtime } from './runtime.js';

/** After this time without a request, in milliseconds, the VM takes an image, so that a later undo repeats less. */
const IDLE = 50;

/** The worker thread in which a Clarity VM runs: boots it, then does what `vm.ts` asks for, one request after another. */
function main(port: MessagePort, { compiles }: ThreadData): void {
  const reply = (message: Reply) => port.postMessage(message);
  let runtime: Runtime | undefined;
  let idle: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  const burnHashes: string[] = [];
  const compiled = compiles ? compileNow() : undefined;
  let takeState: (state: VmState) => void = () => undefined;
  const state = new Promise<VmState>((resolve) => {
    takeState = resolve;
  });

  async function start(request: BootRequest): Promise<void> {
    const shared = request.shared ?? (await share(request, compiled));
    const booted = await boot(request, { shared, forked: request.shared && state, hashes: burnHashes });
    const { history } = booted;
    runtime = booted.runtime;
    // Before the process is ready and changes flags of V8. It takes 5 ms, once.
    if (request.cache !== undefined) keepCode();
    reply({ type: 'ready', heights: runtime.heights, made: request.shared === undefined ? shared : undefined });
    saving = keep(shared.image, booted, (message) => reply({ type: 'warning', message }));
    // The other thread has things to do of its own until the network is ready.
    if (request.genesis.fork === undefined) setImmediate(() => settle(history));
    idle = setTimeout(() => history.rest(), IDLE).unref();
  }

  port.on('message', (request: Request) => {
    if (request.type === 'boot')
      start(request).catch((error) => reply({ type: 'threw', id: BOOT, error: portable(error), heights: NOWHERE }));
    else if (request.type === 'state') takeState(request.state);
    else if (request.type === 'burn-hashes') setHashes(burnHashes, request.hashes);
    else if (request.type === 'close') void saving.then(() => reply({ type: 'closed' }));
    else if (runtime !== undefined) {
      reply(answer(runtime, request));
      idle?.refresh();
    }
  });
}

/** The hashes of a fork begin at its height. */
function setHashes(known: string[], hashes: readonly string[]): void {
  hashes.forEach((hash, height) => {
    known[height] = hash;
  });
}

const NOWHERE = { stacks: 0, burn: 0, tenure: 0 };

/** Compiles the code of a transfer before the first payment of a new account needs it: runs one to its own sender, which fails. */
function settle(history: History): void {
  history.peek((machine) => execute(machine, BOOT_ADDRESS, '(stx-transfer? u1 tx-sender tx-sender)'));
}

type Booted = { runtime: Runtime; history: History; keepOrigin: () => Promise<void>; unsaved: MemoryImage | undefined };

/** Compiles before there is a request: reading the configuration takes about as long. A failure is that of the boot. */
async function compileNow(): Promise<CompiledPackage> {
  return loadClarityPackage();
}

async function share({ cache, genesis, code: known }: BootRequest, compiled: Promise<CompiledPackage> | undefined): Promise<Shared> {
  const code = known ?? (await (compiled ?? compileNow()));
  return { code, image: cache && imageCache(cache, code.digest, genesis) };
}

type BootParts = {
  shared: Shared;
  /** The state to continue from; undefined for the genesis. */
  forked: Promise<VmState> | undefined;
  hashes: string[];
};

async function boot(request: BootRequest, { shared: { code, image: cache }, forked, hashes }: BootParts): Promise<Booted> {
  const linked = linkClarityPackage(code);
  const { origin, genesis, keep } = await beginning(request, linked, cache?.folder);
  const counter = request.coverage ? createCounter() : undefined;
  const source: MachineSource = { code: linked, origin, genesisTime: genesis.genesisTime, counter };
  const state = await forked;
  // Without this turn of the event loop, the C library keeps 10 MB more for this thread in two of three starts.
  await new Promise((resolve) => setImmediate(resolve));
  const stored = state === undefined && cache !== undefined ? loadImage(cache) : undefined;
  const burnchain: Burnchain = { hashes, length: genesis.burnHeight + 1 };
  const known = state === undefined ? stored && { ...stored, burnchain } : fromPortable(state.image);
  const machine = known === undefined ? await bootFirst(source, genesis) : reviveMachine(source, known);
  if (known === undefined) machine.burnchain = burnchain;
  const image = known ?? captureImage(machine);
  const { burnBlockHeight: burn, stacksBlockHeight: stacks } = machine.sdk;
  const history = createHistory({ source, machine, image });
  const contracts = state?.contracts ?? genesisContracts(genesis, stacks);
  const tenure = genesis.fork === undefined ? burn : genesis.fork.block.tenureHeight + burn - genesis.fork.burn.height;
  const runtime = createRuntime(history, state?.heights ?? { stacks, burn, tenure }, contracts, counter);
  return { runtime, history, keepOrigin: keep, unsaved: known === undefined ? image : undefined };
}

type Beginning = { origin: Origin; genesis: Genesis; keep(): Promise<void> };

/** Returns the state that the chain begins with, and what it adds. `keep` stores what was made for it. */
async function beginning({ genesis, link }: BootRequest, code: ClarityCode, folder: string | undefined): Promise<Beginning> {
  const { fork: point, balances, contracts = [] } = genesis;
  if (point === undefined || link === undefined) return { ...(await genesisOrigin(code, genesis, folder)), genesis };
  const table = readSessionTable(code.digest);
  const origin = liveOrigin({ link: connectOrigin(link), point, balances, table });
  return { origin, genesis: { ...genesis, contracts: missingContracts(origin, contracts) }, keep: async () => undefined };
}

/** Boots the genesis. Boot contracts of another node that deploy may still be no boot contracts. */
async function bootFirst(source: MachineSource, genesis: Genesis): Promise<Machine> {
  if (genesis.fork !== undefined) return bootFork(source, { epoch: genesis.fork.epoch, contracts: genesis.contracts ?? [] });
  try {
    return await bootGenesis(source, genesis);
  } catch (error) {
    const isOurs = (genesis.bootContracts ?? []).length === 0 || (error instanceof DevnetError && error.code !== 'INTERNAL');
    throw isOurs ? error : invalid('bootContracts', 'the boot contracts of a Stacks node', messageOf(error));
  }
}

/**
 * Returns the contracts of the genesis. Each has its own block, at the end of the VM's history; those of earlier epochs and those that boot contracts name
 * are in the first.
 */
function genesisContracts(genesis: Genesis, height: number): Contracts {
  const { bootContracts = [] } = genesis;
  const { earlier, last: contracts } = splitByEpoch(genesis);
  const below = height - contracts.length + 1;
  const named = bootContracts.filter(({ contract }) => !contract.startsWith(`${BOOT_ADDRESS}.`));
  return new Map([
    ...named.map(({ contract, source }) => [contract, { source, publishHeight: 0 }] as const),
    ...earlier.map(({ deployer, name, source }) => [`${deployer}.${name}`, { source, publishHeight: 0 }] as const),
    ...contracts.map(({ deployer, name, source }, i) => [`${deployer}.${name}`, { source, publishHeight: below + i }] as const),
  ]);
}

async function keep(
  cache: ImageCache | undefined,
  { history, unsaved, keepOrigin }: Booted,
  warn: (message: string) => void,
): Promise<void> {
  if (cache === undefined) return;
  // The history would write other pages to an image that it does not need.
  const held = history.hold();
  try {
    await keepOrigin();
    if (unsaved !== undefined) await saveImage(cache, unsaved);
    await pruneImages(cache);
  } catch (error) {
    warn(`Cannot save the memory image of the Clarity VM in ${cache.folder}, so every start takes longer: ${messageOf(error)}`);
  } finally {
    history.release(held);
  }
}

function answer(runtime: Runtime, { id, method, args }: Extract<Request, { type: 'call' }>): Reply {
  try {
    const run = runtime[method] as (...parameters: unknown[]) => unknown;
    const value = run(...args);
    return { type: 'returned', id, value, heights: runtime.heights };
  } catch (error) {
    // Ends the thread; pending calls reject.
    if (error instanceof Broken) throw error;
    return { type: 'threw', id, error: portable(error), heights: runtime.heights };
  }
}

function portable(error: unknown): ThrownError {
  if (!(error instanceof DevnetError)) return { code: 'INTERNAL', message: `the Clarity VM failed: ${messageOf(error)}` };
  const { code, message, field, expected, received, reason } = error;
  return { code, message, field, expected, received, reason };
}

if (parentPort !== null) main(parentPort, workerData as ThreadData);
