import { type MessagePort, parentPort } from 'node:worker_threads';
import { DevnetError } from '../../../error.js';
import { bootGenesis } from './boot.js';
import { linkClarityPackage } from './code.js';
import { createHistory, type History } from './history.js';
import { type ImageCache, loadImage, pruneImages, saveImage } from './image-cache.js';
import { growMachine, type Machine, unbornMachine } from './machine.js';
import { captureImage, type MemoryImage, restoreSmallState } from './memory-image.js';
import { BOOT, type BootRequest, type Reply, type Request, type ThrownError } from './messages.js';
import { BOOT_ADDRESS } from './principals.js';
import { createRuntime, type Runtime } from './runtime.js';
import { execute } from './session.js';

/** How long after the boot, in milliseconds, the VM prepares for work: out of the way of those who wait for the boot. */
const SETTLING = 100;

/** The worker thread in which a Clarity VM runs: boots it, then does what `vm.ts` asks for, one request after another. */
function main(port: MessagePort): void {
  const reply = (message: Reply) => port.postMessage(message);
  let runtime: Runtime | undefined;
  let saving = Promise.resolve();
  /** What is being written must stay as it is. */
  let unsaved: MemoryImage | undefined;

  async function start(request: BootRequest): Promise<void> {
    const booted = await boot(request, (image) => image !== unsaved);
    ({ runtime, unsaved } = booted);
    reply({ type: 'ready', heights: runtime.heights });
    saving = keep(request.cache, unsaved, (message) => reply({ type: 'warning', message })).finally(() => {
      unsaved = undefined;
    });
    setTimeout(() => settle(booted.history), SETTLING).unref();
  }

  port.on('message', (request: Request) => {
    if (request.type === 'boot')
      start(request).catch((error) => reply({ type: 'threw', id: BOOT, error: portable(error), heights: NOWHERE }));
    else if (request.type === 'close') void saving.then(() => reply({ type: 'closed' }));
    else if (runtime !== undefined) reply(answer(runtime, request));
  });
}

const NOWHERE = { stacks: 0, burn: 0, tenure: 0 };

/**
 * Does what the first transaction would have to wait for: takes the image of a VM that came from the disk, and runs a transfer, which
 * fails because it is to oneself, so that its code is compiled.
 */
function settle(history: History): void {
  history.secure();
  history.peek((machine) => execute(machine, BOOT_ADDRESS, '(stx-transfer? u1 tx-sender tx-sender)'));
}

type Booted = { runtime: Runtime; history: History; unsaved: MemoryImage | undefined };

async function boot({ code: compiled, cache, genesis }: BootRequest, reusable: (image: MemoryImage) => boolean): Promise<Booted> {
  const code = linkClarityPackage(compiled);
  const cached = cache && reviveCached(code, cache);
  const machine = cached ?? (await bootGenesis(code, genesis));
  const unsaved = cached === undefined ? captureImage(machine) : undefined;
  const { burnBlockHeight: burn, stacksBlockHeight: stacks } = machine.sdk;
  const image = unsaved ?? (() => reload(cache));
  const history = createHistory({ code, machine, image, reusable });
  return { runtime: createRuntime(history, { stacks, burn, tenure: burn }), history, unsaved };
}

/** The image goes from the disk straight into the new VM's memory. A VM into which a bad one went is given up. */
function reviveCached(code: ReturnType<typeof linkClarityPackage>, cache: ImageCache): Machine | undefined {
  const machine = unbornMachine(code);
  const state = loadImage(cache, (length) => growMachine(machine, length));
  if (state !== undefined) restoreSmallState(machine, state);
  return state && machine;
}

function reload(cache: ImageCache | undefined): MemoryImage {
  let memory = new Uint8Array();
  const state = cache && loadImage(cache, (length) => (memory = new Uint8Array(length)));
  if (state === undefined)
    throw new DevnetError('INTERNAL', 'the Clarity VM failed before its first block, and its image is gone from the cache');
  return { ...state, memory };
}

async function keep(cache: ImageCache | undefined, image: MemoryImage | undefined, warn: (message: string) => void): Promise<void> {
  if (cache === undefined) return;
  try {
    if (image !== undefined) await saveImage(cache, image);
    await pruneImages(cache);
  } catch (error) {
    warn(`the Clarity VM's memory image cannot be kept in ${cache.folder}, so every start takes longer: ${messageOf(error)}`);
  }
}

function answer(runtime: Runtime, { id, method, args }: Extract<Request, { type: 'call' }>): Reply {
  try {
    const run = runtime[method] as (...parameters: unknown[]) => unknown;
    const value = run(...args);
    return { type: 'returned', id, value, heights: runtime.heights };
  } catch (error) {
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
