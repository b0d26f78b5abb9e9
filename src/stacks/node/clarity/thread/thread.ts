import { type Thread as PlatformThread, startThread } from '#platform/threads.js';
import { createMutex } from '../../../../base/async.js';
import { DevnetError } from '../../../../base/error.js';
import { untilComplete } from '../../../../base/missing.js';
import { Contract } from '../../../../clarity/contract.js';
import type { AnyEpochName } from '../../../../clarity/epoch.js';
import type { UnlockHeights } from '../../../../clarity/state.js';
import type { Network } from '../../chain/network.js';
import type { RulesOf } from '../rules.js';
import { MessageDecoder, MessageEncoder, type MessagePart } from './message.js';
import { NoThread, Overdue } from './pace.js';
import type { Done, Job, Question, ThreadData } from './protocol.js';
import { SharedContracts } from './shared-contracts.js';
import type { ContractWithData, StateServer } from './state-server.js';

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

type Running = { readonly thread: PlatformThread; readonly contracts: SharedContracts };

/** A job, as a caller gives it: `server` answers what it asks for. */
export type Task = { readonly server: StateServer } & Omit<Job, 'forgets'>;

/**
 * A thread that executes what takes long, one job after another, while this one answers requests. It starts with the first job and stays
 * until `close`; it does not keep the process alive.
 */
export class Thread {
  readonly #options: ThreadOptions;
  readonly #startThread: typeof startThread;
  readonly #mutex = createMutex();
  #running: Running | undefined;
  /** Ends the job that is being done. */
  #fail: ((error: Error) => void) | undefined;
  #isClosed = false;

  constructor(options: ThreadOptions, start = startThread) {
    this.#options = options;
    this.#startThread = start;
  }

  /**
   * Does a job after all others.
   * @throws Overdue if it takes too long or ends the thread, NoThread if this thread has to do it, DevnetError NOT_READY after `close`,
   * what an origin rejects with
   */
  run<T extends Done['type']>(task: Task): Promise<Extract<Done, { type: T }>> {
    return this.#mutex.run(async () => {
      const done = await this.#do(task);
      if (done.type === 'overdue') throw new Overdue(done.reason);
      if (done.type === 'unfit') throw new NoThread('it reads too much, too late', false);
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
    const { thread, contracts } = running;
    const forgets = contracts.size > MAX_CONTRACTS;
    if (forgets) contracts.clear();
    return new Promise<Done>((resolve, reject) => {
      let decoder: MessageDecoder | undefined;
      let isAnswering = false;
      const take = async (part: MessagePart): Promise<void> => {
        watchdog.refresh();
        decoder ??= this.#decoder(contracts);
        const received = decoder.take(part);
        if (received === undefined) return thread.post(new MessageEncoder(contracts).end(undefined));
        decoder = undefined;
        const message = received.message as Done | Question;
        if (message.type === 'question') {
          isAnswering = true;
          await answer(running, server, message);
          isAnswering = false;
          return;
        }
        thread.post(new MessageEncoder(contracts).end(undefined));
        end();
        resolve(message);
      };
      const unlisten = thread.listen((part) => {
        take(part as MessagePart).catch((error: Error) => {
          if (this.#fail !== fail) return;
          thread.post('abandoned');
          fail(error);
        });
      });
      const end = (): void => {
        clearTimeout(watchdog);
        unlisten();
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
      thread.post(new MessageEncoder(contracts).end({ ...job, forgets } satisfies Job));
    });
  }

  #decoder(contracts: SharedContracts): MessageDecoder {
    return new MessageDecoder(contracts, (name: AnyEpochName) => this.#options.rulesOf({ name }).epoch);
  }

  #start(): Running {
    const { network, unlockHeights, coverage, deadline } = this.#options;
    const { isMainnet, chainId } = network;
    const thread = this.#startThread(
      { isMainnet, chainId, unlockHeights, coverage, deadline } satisfies ThreadData,
      (reason, hadStarted) => {
        const text = `the thread of the Clarity VM ended: ${reason}`;
        if (this.#running?.thread === thread) void this.#end(hadStarted ? new Overdue(text) : new NoThread(text, true));
      },
    );
    return { thread, contracts: new SharedContracts(true) };
  }

  async #end(error: Error): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#fail?.(error);
    await running?.thread.terminate();
  }
}

async function answer({ thread, contracts }: Running, server: StateServer, { method, args }: Question): Promise<void> {
  const found = await untilComplete(() => (server[method] as (...args: readonly unknown[]) => unknown)(...args));
  const encoder = new MessageEncoder(contracts);
  for (const part of encoder.addContracts(contractsIn(found))) {
    thread.post(part);
    await new Promise(setImmediate);
  }
  thread.post(encoder.end(found));
}

/** Returns the contract that an answer is, or that it begins with. */
function contractsIn(answer: unknown): Contract[] {
  const found = (answer as Partial<ContractWithData> | undefined)?.contract ?? answer;
  return found instanceof Contract ? [found] : [];
}

function closed(): DevnetError {
  return new DevnetError('NOT_READY', 'the Stacks node is closed');
}
