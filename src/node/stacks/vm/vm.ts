import type { OriginReader } from '../../../chains/stacks/origin/origin-reader.js';
import { DevnetError } from '../../../error.js';
import { uptimeMs } from '../../../uptime.js';
import { type Genesis, validateGenesis } from './genesis/genesis.js';
import { ofWriter, removeUnfinishedImages } from './image/image-cache.js';
import {
  BOOT,
  type BootRequest,
  type Reply,
  type Request,
  type Shared,
  type ThrownError,
  type VmMethod,
  type VmMethods,
  type VmState,
} from './messages.js';
import { serveOrigin } from './origin/origin-link.js';
import { createSpareThread, type SpareThread, shareCode, startThread, type VmThread } from './threads.js';
import type { Vm, VmWork } from './types.js';

export type VmOptions = Omit<Genesis, 'genesisTime'> & {
  /**
   * When burn block 0 was, in seconds since 1970; burn block times follow every 600 s, Stacks blocks every 10 s.
   * @default {@link DEFAULT_GENESIS_TIME}
   */
  genesisTime?: number | undefined;
  /** Where memory images are stored, about 5 MB each, at most three. Disabled, every start boots from nothing. */
  cache: { dir: string; enabled: boolean };
  /** Reports once that the image cannot be stored. */
  onWarning?: ((message: string) => void) | undefined;
  /** Hashes of the burn blocks 0 to `burnHeight`, in display order, without 0x. Contracts read them. @default hashes of the heights */
  burnHashes?: Promise<readonly string[]> | undefined;
  /** Whether to record which code of contracts is executed, which makes calls slower. @default false */
  coverage?: boolean | undefined;
  /** Reads the network that `fork` names. */
  reader?: OriginReader | undefined;
  /** The thread to run in, which {@link startThread} started. @default a new one */
  thread?: VmThread | undefined;
  /** Ends a start that is under way; once the VM has started it has no effect. */
  signal?: AbortSignal | undefined;
};

/** 2026-01-01T00:00:00Z, as the Bitcoin node's. */
export const DEFAULT_GENESIS_TIME = 1_767_225_600;

/** How long `close` waits for an image that is being written, in milliseconds; what is unfinished then is thrown away. */
const SAVE_GRACE = 2000;

/**
 * Starts a Clarity VM in a worker thread of its own. It keeps the process alive while it works, and only then.
 * @throws DevnetError INVALID_INPUT for a genesis that cannot be, ABORTED by `signal`, INTERNAL when the VM cannot be started
 * @example const vm = await startVm({ balances: [], epoch: '3.4', pox: { rewardLength: 20, prepareLength: 5 }, burnHeight: 110, cache: { dir, enabled: true } });
 */
export async function startVm(options: VmOptions): Promise<Vm> {
  const { cache, onWarning, signal, burnHashes, reader, thread, coverage = false, genesisTime = DEFAULT_GENESIS_TIME, ...rest } = options;
  const genesis: Genesis = { ...rest, genesisTime };
  validateGenesis(genesis);
  return start({ genesis, cache, onWarning, signal, burnHashes, reader, thread, coverage });
}

type Start = Pick<VmOptions, 'cache' | 'onWarning' | 'signal' | 'burnHashes' | 'reader' | 'thread'> & {
  genesis: Genesis;
  coverage: boolean;
  /** Another VM of the same genesis: the state to continue from, and the parts to share. The thread boots already. */
  origin?: { state: Promise<VmState>; shared: Shared } | undefined;
};

async function start({ genesis, cache, onWarning, signal, burnHashes, reader, thread, coverage, origin }: Start): Promise<Vm> {
  if (signal?.aborted) throw abortError(signal);
  const own = thread ?? startThread();
  const { worker, writer } = own;
  let spare: SpareThread | undefined;
  const pending = new Map<number, Waiter>();
  let work: (VmWork & { end(): void }) | undefined;
  let delayed: Request | undefined;
  let lastId = BOOT;
  let heights: Vm['heights'] = { stacks: 0, burn: 0, tenure: 0 };
  let over: DevnetError | undefined;
  const lost = new AbortController();
  let closing: Promise<void> | undefined;
  let onClosed = () => {};

  worker.on('message', (reply: Reply) => {
    if (reply.type === 'warning') onWarning?.(reply.message);
    else if (reply.type === 'closed') onClosed();
    else {
      heights = reply.heights;
      if (reply.type === 'ready') settle(BOOT)?.resolve(reply.made);
      else if (reply.type === 'returned') settle(reply.id)?.resolve(reply.value);
      else settle(reply.id)?.reject(thrown(reply.error));
    }
  });
  worker.on('error', (cause) => end(new DevnetError('INTERNAL', `the Clarity VM's thread failed: ${cause.message}`, { cause })));
  worker.on('exit', (code) => end(new DevnetError('INTERNAL', `the Clarity VM's thread ended with code ${code}`)));

  function settle(id: number): Waiter | undefined {
    const waiter = pending.get(id);
    pending.delete(id);
    work?.end();
    work = pending.size === 0 ? undefined : beginWork();
    if (pending.size === 0) worker.unref();
    return waiter;
  }

  /** Only the first reason counts: a failed thread also exits. */
  function end(error: DevnetError): void {
    if (over === undefined) lost.abort(error);
    over ??= error;
    onClosed();
    for (const id of pending.keys()) settle(id)?.reject(over);
  }

  function post(request: Request): void {
    flush();
    worker.postMessage(request);
  }

  /** Sends a request after what the event loop does now, and before any other: waking the thread, which needs a core then, delays an answer that does not need it. */
  function postSoon(request: Request): void {
    flush();
    delayed = request;
    setImmediate(flush);
  }

  function flush(): void {
    if (delayed !== undefined) worker.postMessage(delayed);
    delayed = undefined;
  }

  function wait(id: number): Promise<unknown> {
    worker.ref();
    work ??= beginWork();
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  }

  function call<M extends VmMethod>(method: M, args: Parameters<VmMethods[M]>, send = post): Promise<ReturnType<VmMethods[M]>> {
    if (over !== undefined) return Promise.reject(over);
    const id = ++lastId;
    send({ type: 'call', id, method, args } as Request);
    return wait(id) as Promise<ReturnType<VmMethods[M]>>;
  }

  /** An idle VM may still be writing its image; a busy one is stopped in the middle of what it does. */
  async function close(): Promise<void> {
    const idle = pending.size === 0 && over === undefined;
    over ??= new DevnetError('NOT_READY', 'the Clarity VM is closed');
    for (const id of pending.keys()) settle(id)?.reject(over);
    if (idle) await saved();
    await Promise.all([worker.terminate(), spare?.close()]);
    if (cache.enabled) await removeUnfinishedImages(cache.dir, writer);
  }

  async function saved(): Promise<void> {
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      onClosed = resolve;
      timer = setTimeout(resolve, SAVE_GRACE);
      post({ type: 'close' });
    });
    clearTimeout(timer);
  }

  function boot({ worker, writer, code }: VmThread, shared: Shared | undefined): void {
    const served = reader && serveOrigin(reader);
    if (served !== undefined) worker.once('exit', served.close);
    // A fork begins in milliseconds without an image.
    const keepsImage = cache.enabled && genesis.fork === undefined;
    const request: BootRequest = {
      type: 'boot',
      genesis,
      cache: keepsImage ? { dir: cache.dir, writer } : undefined,
      shared: shared && { ...shared, image: shared.image && ofWriter(shared.image, writer) },
      code,
      coverage,
      link: served?.link,
    };
    worker.postMessage(request, served === undefined ? [] : [served.link.port]);
  }

  let fork: Vm['fork'];
  const onAbort = () => signal && end(abortError(signal));
  signal?.addEventListener('abort', onAbort);
  try {
    const ready = wait(BOOT) as Promise<Shared>;
    const failure = own.failure();
    if (failure !== undefined) end(new DevnetError('INTERNAL', `the Clarity VM's thread failed: ${failure.message}`, { cause: failure }));
    if (origin === undefined) boot(own, undefined);
    const [made] = await Promise.all([
      ready,
      origin?.state.then((state) => post({ type: 'state', state })),
      burnHashes?.then((hashes) => post({ type: 'burn-hashes', hashes })),
    ]);
    const shared = origin?.shared ?? { ...made, code: own.code ?? made.code };
    shareCode(shared.code);
    const forks = createSpareThread(() => {
      const started = startThread({ isFork: true });
      boot(started, shared);
      return started;
    });
    spare = forks;
    fork = async ({ prepares = true } = {}) => {
      // Before a thread starts for it.
      if (over !== undefined) throw over;
      const forked = await start({
        genesis,
        cache,
        onWarning,
        reader,
        coverage,
        thread: forks.take(),
        origin: { state: call('exportState', []), shared },
      });
      // A second fork is likely after the first.
      if (prepares && over === undefined) forks.prepare();
      return forked;
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  return {
    get heights() {
      return heights;
    },
    lost: lost.signal,
    work: () => work,
    executeBlock: (block) => call('executeBlock', [block]),
    trace: (block) => call('trace', [block]),
    simulate: (transaction) => call('simulate', [transaction]),
    account: (principal) => call('account', [principal]),
    callReadOnly: (request) => call('callReadOnly', [request]),
    dataVar: (contract, name) => call('dataVar', [contract, name]),
    mapEntry: (contract, map, key) => call('mapEntry', [contract, map, key]),
    constant: (contract, name) => call('constant', [contract, name]),
    contractInterface: (contract) => call('contractInterface', [contract]),
    contractSource: (contract) => call('contractSource', [contract]),
    contractOutline: (contract, digest) => call('contractOutline', [contract, digest]),
    capture: (options) => call('capture', [options]),
    restore: ({ id }) => call('restore', [id], postSoon),
    release({ id }) {
      // The caller does not wait, and a VM that has ended has nothing to release.
      call('release', [id]).catch(() => undefined);
    },
    fork,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function abortError({ reason }: AbortSignal): DevnetError {
  return new DevnetError('ABORTED', 'the start was aborted', { cause: reason });
}

function beginWork(): VmWork & { end(): void } {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { since: uptimeMs(), done, end };
}

type Waiter = { resolve: (value: unknown) => void; reject: (reason: unknown) => void };

function thrown({ code, message, ...details }: ThrownError): DevnetError {
  return new DevnetError(code, message, details);
}
