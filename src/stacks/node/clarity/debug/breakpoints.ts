import { DevnetError } from '../../../../base/error.js';
import type { Debugging, HeldExecution, MoveQuestion, Watch } from '../../../../clarity/debug.js';
import { ForkSourceFailure } from '../fork-source/failure.js';
import type { Runner } from '../runner.js';
import type { Subject } from './debug-run.js';
import { debuggedExecution } from './debugged.js';

type Watcher = Parameters<Debugging['attach']>[0];

/** Makes executions wait that reach what a debugger watches. Without a debugger nothing waits, and nothing is executed twice. */
export class Breakpoints {
  readonly #runner: Runner;
  #watcher: Watcher | undefined;
  readonly #held = new Set<HeldExecution>();
  /** Transactions that wait, by txid. */
  readonly #transactions = new Map<string, HeldExecution>();
  /** Transactions that were let go: they do not stop again. */
  readonly #passed = new Set<string>();
  #isClosed = false;
  /** Called when a transaction may be mined. */
  onReleased: () => void = () => undefined;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  get isAttached(): boolean {
    return this.#watcher !== undefined;
  }

  /** @throws DevnetError BUSY */
  attach(watcher: Watcher): () => void {
    if (this.#watcher !== undefined) throw new DevnetError('BUSY', 'Another debugger is attached to this network. Disconnect it first.');
    this.#watcher = watcher;
    return () => {
      if (this.#watcher !== watcher) return;
      this.#watcher = undefined;
      this.#passed.clear();
      for (const held of [...this.#held]) held.release();
    };
  }

  /** Whether a transaction waits. */
  isHeld(txid: string): boolean {
    return this.#transactions.has(txid);
  }

  /** Waits while a debugger holds the execution. */
  async wait(subject: () => Subject | Promise<Subject>): Promise<void> {
    const watch = await this.#watch();
    if (watch === undefined) return;
    await new Promise<void>((resolve, reject) => {
      Promise.resolve(subject())
        .then((given) => this.#hold(given, watch, resolve))
        .then((held) => (held === undefined ? resolve() : undefined))
        .catch(reject);
    });
  }

  /** Returns whether a transaction has to wait, which it does from then on. */
  async holds(txid: string, subject: Subject): Promise<boolean> {
    const watch = this.#passed.has(txid) ? undefined : await this.#watch();
    if (watch === undefined) return false;
    const held = await this.#hold(subject, watch, () => {
      this.#transactions.delete(txid);
      if (this.isAttached) this.#passed.add(txid);
      this.onReleased();
    });
    if (held !== undefined) this.#transactions.set(txid, held);
    return held !== undefined;
  }

  /** Ends the wait of transactions that do not exist any more. */
  forget(exists: (txid: string) => boolean): void {
    for (const [txid, held] of this.#transactions) if (!exists(txid)) this.#end(held, txid);
  }

  close(): void {
    this.#isClosed = true;
    this.onReleased = () => undefined;
    for (const held of [...this.#held]) held.release();
  }

  #end(held: HeldExecution, txid: string): void {
    this.#watcher?.onGone(held);
    held.release();
    this.#passed.delete(txid);
  }

  /** Returns undefined if nothing is watched. */
  async #watch(): Promise<Watch | undefined> {
    const watch = await this.#watcher?.watch();
    if (watch === undefined || this.#isClosed) return undefined;
    return watch.lines.length > 0 || watch.functions.length > 0 || watch.failures || watch.errors ? watch : undefined;
  }

  /** What takes too long, or lacks an answer of a fork's origin, goes on as without a debugger; so does everything when the node closes. */
  #goesOn(error: unknown): boolean {
    if (!(error instanceof DevnetError)) return false;
    return error instanceof ForkSourceFailure || error.code === 'TIMEOUT' || (this.#isClosed && error.code === 'NOT_READY');
  }

  async #hold({ position, subject, title }: Subject, watch: Watch, onReleased: () => void): Promise<HeldExecution | undefined> {
    const execution = debuggedExecution(this.#runner, { position, subject, title });
    const question: MoveQuestion = { type: 'move', from: 0, depth: 0, move: 'continue', isBackwards: false, watch };
    const stop = await execution.move(question).catch((error: unknown) => {
      if (this.#goesOn(error)) return undefined;
      throw error;
    });
    const watcher = this.#watcher;
    if (stop === undefined || stop.reason === 'end' || watcher === undefined || this.#isClosed) return undefined;
    const held: HeldExecution = {
      ...execution,
      stop,
      release: () => {
        if (this.#held.delete(held)) onReleased();
      },
    };
    this.#held.add(held);
    watcher.onHeld(held);
    return held;
  }
}
