import { type MessagePort, parentPort } from 'node:worker_threads';
import { DevnetError } from '../../../error.js';
import type { Contracts } from './execution/contracts.js';
import { bootGenesis } from './genesis/boot.js';
import type { Genesis } from './genesis/genesis.js';
import { type BaseMemory, heldBase } from './image/base-memory.js';
import { createHistory, type History } from './image/history.js';
import { type ImageCache, loadImage, pruneImages, saveImage } from './image/image-cache.js';
import { advanceToImage, baseImage, captureFullImage, type FullImage, type SmallState } from './image/memory-image.js';
import { Broken } from './machine/broken.js';
import { type ClarityCode, linkClarityPackage } from './machine/code.js';
import { growMachine, type Machine, unbornMachine } from './machine/machine.js';
import { BOOT_ADDRESS } from './machine/principals.js';
import { execute } from './machine/session.js';
import { BOOT, type BootRequest, type Reply, type Request, type ThrownError, transferred, type VmState } from './messages.js';
import { createRuntime, type Runtime } from './runtime.js';

/** How long nothing has to be asked, in milliseconds, before the VM does what makes later requests quicker. */
const IDLE = 50;

/** The worker thread in which a Clarity VM runs: boots it, then does what `vm.ts` asks for, one request after another. */
function main(port: MessagePort): void {
  const reply = (message: Reply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let runtime: Runtime | undefined;
  let idle: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  let takeState: (state: VmState) => void = () => undefined;
  const state = new Promise<VmState>((resolve) => {
    takeState = resolve;
  });

  async function start(request: BootRequest): Promise<void> {
    const booted = await boot(request, state);
    const { history, unsaved } = booted;
    runtime = booted.runtime;
    reply({ type: 'ready', heights: runtime.heights });
    saving = keep(request.cache, unsaved, (message) => reply({ type: 'warning', message })).then((base) => {
      // From then on nothing holds the memory that was written.
      if (base !== undefined) history.moveBase(base);
    });
    // The other thread has things to do of its own until the network is ready.
    setImmediate(() => settle(history));
    idle = setTimeout(() => history.rest(), IDLE).unref();
  }

  port.on('message', (request: Request) => {
    if (request.type === 'boot')
      start(request).catch((error) => reply({ type: 'threw', id: BOOT, error: portable(error), heights: NOWHERE }));
    else if (request.type === 'state') takeState(request.state);
    else if (request.type === 'close') void saving.then(() => reply({ type: 'closed' }));
    else if (runtime !== undefined) {
      const answered = answer(runtime, request);
      const leaves = answered.type === 'returned' && request.method === 'exportState';
      reply(answered, leaves ? transferred(answered.value as VmState) : []);
      idle?.refresh();
    }
  });
}

const NOWHERE = { stacks: 0, burn: 0, tenure: 0 };

/** Does what the first transaction would have to wait for: runs a transfer, which fails because it is to oneself, so that its code is compiled. */
function settle(history: History): void {
  history.peek((machine) => execute(machine, BOOT_ADDRESS, '(stx-transfer? u1 tx-sender tx-sender)'));
}

type Booted = { runtime: Runtime; history: History; unsaved: FullImage | undefined };

async function boot({ code: compiled, cache, genesis, fork }: BootRequest, origin: Promise<VmState>): Promise<Booted> {
  const code = linkClarityPackage(compiled);
  const read = async () => cache && reviveCached(code, cache, fork);
  const [cached, reached] = await Promise.all([read(), fork ? origin : undefined]);
  // Since it was not there the image may have been written, by the VM that is forked.
  const found = cached ?? reviveUnfiled(code, reached) ?? (fork ? await read() : undefined);
  const { machine, base, state, unsaved } = found ?? first(await bootGenesis(code, genesis));
  const image = reached === undefined ? baseImage(base, state) : reached.image;
  growMachine(machine, image.delta.length);
  advanceToImage(machine, image);
  const { burnBlockHeight: burn, stacksBlockHeight: stacks } = machine.sdk;
  const history = createHistory({ code, machine, base, image });
  const contracts = reached?.contracts ?? genesisContracts(genesis, stacks);
  const runtime = createRuntime(history, reached?.heights ?? { stacks, burn, tenure: burn }, contracts);
  return { runtime, history, unsaved };
}

/** The VM gave each a block of its own, the last ones of its history. */
function genesisContracts({ contracts = [] }: Genesis, height: number): Contracts {
  const below = height - contracts.length + 1;
  return new Map(contracts.map(({ deployer, name, source }, i) => [`${deployer}.${name}`, { source, publishHeight: below + i }]));
}

/** A VM with the memory of its genesis; `unsaved` is the image to write to disk. */
type FirstState = { machine: Machine; base: BaseMemory; state: SmallState; unsaved?: FullImage };

function first(machine: Machine): FirstState {
  const unsaved = captureFullImage(machine);
  const { memory, ...state } = unsaved;
  return { machine, state, base: heldBase(memory), unsaved };
}

/** The image goes from the disk straight into the new VM's memory. A bad image makes that VM unusable. */
async function reviveCached(code: ClarityCode, cache: ImageCache, trusted: boolean): Promise<FirstState | undefined> {
  const machine = unbornMachine(code);
  const stored = await loadImage(cache, (length) => growMachine(machine, length), trusted);
  return stored && { ...stored, machine };
}

function reviveUnfiled(code: ClarityCode, origin: VmState | undefined): FirstState | undefined {
  if (origin?.base === undefined) return undefined;
  const machine = unbornMachine(code);
  growMachine(machine, origin.base.length).set(origin.base);
  return { machine, base: heldBase(origin.base), state: origin.image };
}

/** @returns where the memory of an image that has been saved is */
async function keep(
  cache: ImageCache | undefined,
  image: FullImage | undefined,
  warn: (message: string) => void,
): Promise<BaseMemory | undefined> {
  if (cache === undefined) return undefined;
  let base: BaseMemory | undefined;
  try {
    if (image !== undefined) base = await saveImage(cache, image);
    await pruneImages(cache);
  } catch (error) {
    warn(`the Clarity VM's memory image cannot be kept in ${cache.folder}, so every start takes longer: ${messageOf(error)}`);
  }
  return base;
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
  const { code, message, field, expected, received } = error;
  return { code, message, field, expected, received };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort !== null) main(parentPort);
