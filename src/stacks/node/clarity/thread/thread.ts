import { packageRoot } from '#platform/package-root.js';
import { MessageChannel, type MessagePort, Worker } from '#platform/threads.js';
import { createMutex } from '../../../../base/async.js';
import { DevnetError } from '../../../../base/error.js';
import { untilComplete } from '../../../../base/missing.js';
import { Contract } from '../../../../clarity/contract.js';
import type { AnyEpochName } from '../../../../clarity/epoch.js';
import type { UnlockHeights } from '../../../../clarity/state.js';
import type { Network } from '../../chain/network.js';
import type { RulesOf } from '../rules.js';
import { MessageDecoder, MessageEncoder, type MessagePart } from './message.js';
import { Overdue } from './pace.js';
import type { Done, Job, Question, ThreadData } from './protocol.js';
import { SharedContracts } from './shared-contracts.js';
import type { StateServer } from './state-server.js';

const PROGRAM = new URL('bundle/clarity-worker.mjs', packageRoot);

/** The most contracts that are kept from one job to the next. */
const MAX_CONTRACTS = 500;

/** How much longer than an execution may take the thread may be silent, in ms: it has to start, and parsing looks at no clock. */
const PATIENCE = 60_000;

export type ThreadOptions = {
  readonly network: Pick<Network, 'isMainnet' | 'chainId'>;
  readonly rulesOf: RulesOf;
  readonly unlockHeights: UnlockHeights;
  /** Whether executions count what they evaluate. */
  readonly coverage: boolean;
  /** How long an execution may take, in ms. */
  readonly deadline: number;
};

type Running = { readonly port: MessagePort; readonly answers: Int32Array; readonly worker: Worker; readonly contracts: SharedContracts };

/** A job, as a caller gives it: `server` answers what it asks for. */
export type Task = { readonly server: StateServer } & Omit<Job, 'forgets'>;

/**
 * A thread that executes what takes long, one job after another, while this one answers requests. It starts with the first job and stays
 * until `close`; it does not keep the process alive.
 */
export class Thread {
  readonly #options: ThreadOptions;
  readonly #mutex = createMutex();
  #running: Running | undefined;
  /** Ends the job that is being done. */
  #fail: ((error: Error) => void) | undefined;
  #isClosed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /**
   * Does a job after all others.
   * @throws Overdue if it takes too long or ends the thread, DevnetError NOT_READY after `close`, what an origin rejects with
   */
  run<T extends Done['type']>(task: Task): Promise<Extract<Done, { type: T }>> {
    return this.#mutex.run(async () => {
      const done = await this.#do(task);
      if (done.type === 'overdue') throw new Overdue(done.reason);
      if (done.type === 'failed') throw Object.assign(new Error(done.message), { stack: done.stack });
      return done as Extract<Done, { type: T }>;
    });
  }

  /** Ends the thread at once. What it did, and what waits for it, rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end(closed());
  }

  #do({ server, ...job }: Task): Promise<Done> {
    if (this.#isClosed) throw closed();
    this.#running ??= this.#start();
    const running = this.#running;
    const { port, contracts } = running;
    const forgets = contracts.size > MAX_CONTRACTS;
    if (forgets) contracts.clear();
    return new Promise<Done>((resolve, reject) => {
      let decoder: MessageDecoder | undefined;
      let isAnswering = false;
      const take = async (part: MessagePart): Promise<void> => {
        watchdog.refresh();
        decoder ??= this.#decoder(contracts);
        const received = decoder.take(part);
        if (received === undefined) return post(running, new MessageEncoder(contracts).end(undefined));
        decoder = undefined;
        const message = received.message as Done | Question;
        if (message.type === 'question') {
          isAnswering = true;
          await answer(running, server, message);
          isAnswering = false;
          return;
        }
        post(running, new MessageEncoder(contracts).end(undefined));
        end();
        resolve(message);
      };
      const onMessage = (part: MessagePart) => {
        take(part).catch((error: Error) => {
          if (this.#fail !== fail) return;
          post(running, 'abandoned');
          fail(error);
        });
      };
      const end = (): void => {
        clearTimeout(watchdog);
        port.off('message', onMessage);
        this.#fail = undefined;
      };
      const fail = (error: Error): void => {
        end();
        reject(error);
      };
      // An execution looks at the clock itself. This is for a thread that does not come to it.
      const watchdog = setTimeout(() => {
        if (isAnswering) watchdog.refresh();
        else void this.#end(new Overdue('the thread of the Clarity VM does not answer'));
      }, this.#options.deadline + PATIENCE);
      watchdog.unref();
      this.#fail = fail;
      port.on('message', onMessage);
      post(running, new MessageEncoder(contracts).end({ ...job, forgets } satisfies Job));
    });
  }

  #decoder(contracts: SharedContracts): MessageDecoder {
    return new MessageDecoder(contracts, (name: AnyEpochName) => this.#options.rulesOf({ name }).epoch);
  }

  #start(): Running {
    const { network, unlockHeights, coverage, deadline } = this.#options;
    const { port1: port, port2 } = new MessageChannel();
    const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const { isMainnet, chainId } = network;
    const workerData: ThreadData = { port: port2, answers, isMainnet, chainId, unlockHeights, coverage, deadline };
    const worker = new Worker(PROGRAM, { execArgv: [], workerData, transferList: [port2] });
    worker.unref();
    let reason = 'it ended';
    worker.on('error', (error) => {
      reason = error.message;
    });
    worker.on('exit', () => {
      if (this.#running?.worker === worker) void this.#end(new Overdue(`the thread of the Clarity VM ended: ${reason}`));
    });
    return { port, answers, worker, contracts: new SharedContracts(true) };
  }

  async #end(error: Error): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#fail?.(error);
    running?.port.close();
    await running?.worker.terminate();
  }
}

async function answer(running: Running, server: StateServer, { method, args }: Question): Promise<void> {
  const { contracts } = running;
  const found = await untilComplete(() => (server[method] as (...args: readonly unknown[]) => unknown)(...args));
  const encoder = new MessageEncoder(contracts);
  for (const part of encoder.addContracts(found instanceof Contract ? [found] : [])) {
    post(running, part);
    await new Promise(setImmediate);
  }
  post(running, encoder.end(found));
}

function post({ port, answers }: Running, message: MessagePart | 'abandoned'): void {
  port.postMessage(message);
  Atomics.add(answers, 0, 1);
  Atomics.notify(answers, 0);
}

function closed(): DevnetError {
  return new DevnetError('NOT_READY', 'the Stacks node is closed');
}
