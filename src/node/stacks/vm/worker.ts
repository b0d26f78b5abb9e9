import { parentPort, workerData } from 'node:worker_threads';
import { DevnetError } from '../../../error.js';
import { type ClarityCode, compileClarityPackage, readClarityPackage } from './code.js';
import { bootGenesis } from './genesis.js';
import { createHistory } from './history.js';
import { type ImageCache, imageCache, loadImage, pruneImages, saveImage } from './image-cache.js';
import { type Machine, reviveMachine } from './machine.js';
import { captureImage, type MemoryImage } from './memory-image.js';
import type { Reply, Request, ThrownError, WorkerOptions } from './messages.js';
import { createRuntime, type Runtime } from './runtime.js';

/** The worker thread in which a Clarity VM runs: boots it, then does what `vm.ts` asks for, one request after another. */
async function main(port: NonNullable<typeof parentPort>, options: WorkerOptions): Promise<void> {
  const reply = (message: Reply) => port.postMessage(message);
  const files = readClarityPackage();
  const compiling = compileClarityPackage(files);
  const cache = options.cache.enabled ? imageCache({ dir: options.cache.dir, writer: options.writer }, files, options.genesis) : undefined;
  // Read while other threads compile.
  const cached = cache && loadImage(cache);
  const code = await compiling;
  const { machine, image } = await start(code, cached, options);
  const { burnBlockHeight: burn, stacksBlockHeight: stacks } = machine.sdk;
  const unsaved = cached === undefined ? image : undefined;
  let saving: Promise<void> | undefined;
  const history = createHistory(code, machine, image, (old) => saving === undefined || old !== unsaved);
  const runtime = createRuntime(history, { stacks, burn, tenure: burn });

  port.on('message', (request: Request) => {
    if (request.type === 'call') reply(answer(runtime, request));
    else void (saving ?? Promise.resolve()).then(() => reply({ type: 'closed' }));
  });
  reply({ type: 'ready', heights: runtime.heights });
  if (cache === undefined) return;
  saving = keep(cache, unsaved, (message) => reply({ type: 'warning', message })).finally(() => {
    saving = undefined;
  });
}

/** A VM at genesis, and its image. */
async function start(
  code: ClarityCode,
  cached: MemoryImage | undefined,
  { genesis }: WorkerOptions,
): Promise<{ machine: Machine; image: MemoryImage }> {
  if (cached !== undefined) return { machine: reviveMachine(code, cached), image: cached };
  const machine = await bootGenesis(code, genesis);
  return { machine, image: captureImage(machine) };
}

async function keep(cache: ImageCache, image: MemoryImage | undefined, warn: (message: string) => void): Promise<void> {
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

if (parentPort !== null) await main(parentPort, workerData as WorkerOptions);
