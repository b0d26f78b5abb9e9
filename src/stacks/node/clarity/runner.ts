import { hasThreads } from '#platform/has-threads.js';
import { DevnetError } from '../../../base/error.js';
import { untilComplete } from '../../../base/missing.js';
import type { Pace } from '../../../clarity/costs.js';
import type { DebugLook, DebugQuestion, DebugStop, MoveQuestion } from '../../../clarity/debug.js';
import { reportEvaluations } from '../../../clarity/debug.js';
import type { Transaction } from '../../../clarity/transaction.js';
import type { BlockExecution } from './block-execution.js';
import type { Coverage } from './coverage/coverage.js';
import type { Hits } from './coverage/hits.js';
import { type DebugSubject, debugRun } from './debug/debug-run.js';
import { callReadOnly, type Position, type ReadCall, type ReadResult } from './reads.js';
import { createRulesOf, type RulesOf } from './rules.js';
import { type Observed, type Recording, runTransaction } from './run-transaction.js';
import { deadlinePace, NoThread, Overdue, Preempted, shortPace } from './thread/pace.js';
import type { Done } from './thread/protocol.js';
import { StateServer } from './thread/state-server.js';
import type { Task, Thread, ThreadOptions } from './thread/thread.js';

type AnswerTo<Q extends DebugQuestion> = Q extends MoveQuestion ? DebugStop : DebugLook;

/** How often this thread tries: the first time, the code may not be compiled yet. */
const ATTEMPTS = 2;

/** Parsing comes before what costs anything: from about this many characters on it takes too long. */
const LONG_SOURCE = 25_000;

/** Executes transactions and calls: in this thread what is short, in another one, if there can be one, what would keep requests waiting. */
export class Runner {
  readonly #options: Omit<ThreadOptions, 'coverage'>;
  readonly #coverage: Coverage | undefined;
  #thread: Thread | undefined;
  #debugRulesOf: RulesOf | undefined;
  #hasThreads = hasThreads;
  #isClosed = false;

  constructor(options: Omit<ThreadOptions, 'coverage'>, coverage: Coverage | undefined) {
    this.#options = options;
    this.#coverage = coverage;
  }

  /**
   * Executes a transaction in a block, which must not be used meanwhile. One that takes too long is refused.
   * @param options.records what to record @default nothing
   * @throws DevnetError NOT_READY if the node closes
   */
  async execute(execution: BlockExecution, transaction: Transaction, { records }: { records?: Recording } = {}): Promise<Observed> {
    try {
      return await this.#execute(execution, transaction, records);
    } catch (error) {
      if (!(error instanceof Overdue)) throw error;
      return { result: { status: 'invalid', reason: error.message } };
    }
  }

  /**
   * Calls a function without an effect.
   * @throws Overdue if it takes too long, DevnetError NOT_READY if the node closes
   */
  read(position: Position, call: ReadCall): Promise<ReadResult> {
    const inThread = async (): Promise<ReadResult> => {
      const { rules, state, chain } = position;
      const server = new StateServer();
      const done = await this.#run<'read'>({
        server,
        epoch: rules.epoch.name,
        state: server.share(state, chain),
        run: { type: 'read', call },
      });
      this.#add(done.hits);
      return done.result;
    };
    return this.#do((pace) => callReadOnly(position, { ...call, pace }), inThread);
  }

  /**
   * Answers a question about an execution, which has no effect.
   * @throws Overdue if it takes too long, DevnetError NOT_READY if the node closes
   */
  debug<Q extends DebugQuestion>(position: Position, subject: DebugSubject, question: Q): Promise<AnswerTo<Q>> {
    this.#debugRulesOf ??= createRulesOf(this.#options.network, reportEvaluations);
    const { state, chain } = position;
    const epoch = position.rules.epoch.name;
    const rules = this.#debugRulesOf({ name: epoch });
    const inThread = async (): Promise<AnswerTo<Q>> => {
      const server = new StateServer();
      const done = await this.#run<'debug'>({
        server,
        epoch,
        state: server.share(state, chain),
        run: { type: 'debug', subject, question },
      });
      return done.answer as AnswerTo<Q>;
    };
    return this.#do((pace) => debugRun({ ...position, rules }, subject, question, pace) as AnswerTo<Q>, inThread);
  }

  /** Ends what is being executed, which rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  #execute(execution: BlockExecution, transaction: Transaction, records: Recording | undefined): Promise<Observed> {
    const inThread = async (): Promise<Observed> => {
      const { environment, state, spent } = execution.standing;
      const { rules, chain, limit } = environment;
      const server = new StateServer();
      const run = { type: 'transaction', transaction, limit, spent, records } as const;
      const done = await this.#run<'transaction'>({ server, epoch: rules.epoch.name, state: server.share(state, chain), run });
      await execution.adopt(done.observed.result, done.changes);
      this.#add(done.hits);
      return done.observed;
    };
    return this.#do((pace) => runTransaction(execution, transaction, { records, pace }), inThread, isLong(transaction));
  }

  /** @param goes whether it goes to the other thread at once */
  async #do<T>(run: (pace: Pace) => T, inThread: () => Promise<T>, goes = false): Promise<T> {
    if (this.#hasThreads) {
      const result = goes ? undefined : await this.#attempt(() => run(shortPace()));
      if (result !== undefined) return result;
      try {
        return await inThread();
      } catch (error) {
        if (!(error instanceof NoThread)) throw error;
        if (error.isFinal) this.#hasThreads = false;
      }
    }
    return this.#complete(() => run(deadlinePace(this.#options.deadline, () => 0)));
  }

  async #run<T extends Done['type']>(task: Task): Promise<Extract<Done, { type: T }>> {
    // Few networks need it, and Node's threads take a while to load.
    const { Thread } = await import('./thread/thread.js');
    if (this.#isClosed) throw new DevnetError('NOT_READY', 'the Stacks node is closed');
    this.#thread ??= new Thread({ ...this.#options, coverage: this.#coverage !== undefined });
    return this.#thread.run<T>(task);
  }

  /** Returns undefined if it takes too long here. */
  async #attempt<T>(run: () => T): Promise<T | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return await this.#complete(run);
      } catch (error) {
        if (!(error instanceof Preempted)) throw error;
        await new Promise(setImmediate);
      }
    }
    return undefined;
  }

  #complete<T>(run: () => T): Promise<T> {
    return untilComplete(() => (this.#coverage === undefined ? run() : this.#coverage.record(run)));
  }

  #add(hits: Hits | undefined): void {
    if (hits !== undefined) this.#coverage?.add(hits);
  }
}

function isLong({ payload }: Transaction): boolean {
  return payload.type === 'deploy' && payload.source.length > LONG_SOURCE;
}
