import { DevnetError, messageOf } from '../../base/error.js';
import { ownValue } from '../../base/own-value.js';
import type { DebuggedExecution, Debugging, DebugStop, HeldExecution } from '../../clarity/debug.js';
import { Breakpoints, FILTERS } from './breakpoints.js';
import { type FrameHandle, Handles, type ScopeHandle } from './handles.js';
import { createInspection, type Inspection } from './inspection.js';
import { type Body, type DapMessage, type DapRequest, listOf, numberOf, objectOf, textOf } from './messages.js';
import { type SourceFile, Sources } from './sources.js';
import { type DebugThread, moveThread, type Step } from './threads.js';

export type SessionOptions = {
  readonly debugging: Debugging;
  /** The contracts that have a file. */
  readonly files: readonly SourceFile[];
  readonly send: (message: DapMessage) => void;
  /** Called when the client wants no more. */
  readonly onEnd: () => void;
};

const CAPABILITIES: Body = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsLoadedSourcesRequest: true,
  supportsExceptionInfoRequest: true,
  supportsSingleThreadExecutionRequests: true,
  supportsTerminateRequest: true,
  exceptionBreakpointFilters: FILTERS,
};

type Handler = (body: Body) => Promise<Body | undefined> | Body | undefined;

/**
 * Answers one client. With `transaction` among the arguments of `launch` or `attach` it steps through that one, otherwise through what the
 * network executes.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #breakpoints: Breakpoints;
  readonly #inspection: Inspection;
  readonly #threads = new Map<number, DebugThread>();
  readonly #variables = new Handles<ScopeHandle>();
  readonly #frames = new Handles<FrameHandle>();
  #transaction: string | undefined;
  #stopsOnEntry = true;
  #isStarted = false;
  #detach: (() => void) | undefined;
  #count = 0;
  #seq = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    const sources = new Sources(options.debugging, options.files);
    this.#breakpoints = new Breakpoints(options.debugging, sources);
    this.#inspection = createInspection({
      debugging: options.debugging,
      sources,
      variables: this.#variables,
      frames: this.#frames,
      stopped: (id) => this.#stopped(id),
      anyStopped: () => [...this.#threads.values()].find(({ stop }) => stop !== undefined),
    });
  }

  /** Answers a request. */
  async handle(message: DapMessage): Promise<void> {
    if (message.type !== 'request') return;
    const { command } = message;
    try {
      const handler = ownValue(this.#handlers, command);
      if (handler === undefined) throw new DevnetError('UNSUPPORTED', `The request ${command} is not supported.`);
      this.#respond(message, true, await handler(message.arguments ?? {}));
      await this.#after(command);
    } catch (error) {
      const text = messageOf(error);
      this.#respond(message, false, { error: { id: 1, format: text.replaceAll(/[{}]/g, ''), showUser: true } }, text);
    }
  }

  /** Lets all go on that waits for the client. */
  close(): void {
    this.#detach?.();
    this.#detach = undefined;
    this.#threads.clear();
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    initialize: () => CAPABILITIES,
    launch: (body) => this.#configure(body),
    attach: (body) => this.#configure(body),
    setBreakpoints: async (body) => ({
      breakpoints: await this.#breakpoints.setLines(objectOf(body, 'source'), listOf(body, 'breakpoints')),
    }),
    setFunctionBreakpoints: (body) => ({ breakpoints: this.#breakpoints.setFunctions(listOf(body, 'breakpoints')) }),
    setExceptionBreakpoints: (body) => {
      this.#breakpoints.setFilters(body);
      return {};
    },
    configurationDone: () => undefined,
    threads: () => ({ threads: [...this.#threads.values()].map(({ id, execution }) => ({ id, name: execution.title })) }),
    stackTrace: (body) => this.#inspection.stackTrace(body),
    scopes: (body) => this.#inspection.scopes(body),
    variables: (body) => this.#inspection.variables(body),
    evaluate: (body) => this.#inspection.evaluate(body),
    exceptionInfo: (body) => {
      const { stop } = this.#stopped(numberOf(body, 'threadId'));
      return { exceptionId: 'Clarity', description: stop.text ?? '', breakMode: 'always' };
    },
    source: (body) => this.#inspection.source(body),
    loadedSources: () => this.#inspection.loadedSources(),
    next: (body) => this.#step(body, { move: 'over' }),
    stepIn: (body) => this.#step(body, { move: 'in' }),
    stepOut: (body) => this.#step(body, { move: 'out' }),
    stepBack: (body) => this.#step(body, { move: 'over', isBackwards: true }),
    continue: (body) => this.#step(body, { move: 'continue' }),
    reverseContinue: (body) => this.#step(body, { move: 'continue', isBackwards: true }),
    pause: () => {
      throw new DevnetError('UNSUPPORTED', 'Executions stop at breakpoints and failures only. Set one, then send a transaction.');
    },
    terminate: () => undefined,
    disconnect: () => undefined,
  };

  #configure(body: Body): undefined {
    this.#transaction = textOf(body, 'transaction');
    this.#stopsOnEntry = body['stopOnEntry'] !== false;
    if (this.#transaction === undefined || /^(0x)?[0-9a-f]{64}$/i.test(this.#transaction)) return;
    throw new DevnetError('INVALID_INPUT', `transaction: expected a txid, 64 hex digits, received ${JSON.stringify(this.#transaction)}`);
  }

  async #after(command: string): Promise<void> {
    switch (command) {
      case 'launch':
      case 'attach':
        this.#event('initialized');
        return;
      case 'configurationDone':
        await this.#start().catch((error: unknown) => {
          this.#event('output', { category: 'important', output: `${messageOf(error)}\n` });
          this.#event('terminated');
        });
        return;
      case 'terminate':
        this.close();
        this.#event('terminated');
        return;
      case 'disconnect':
        this.close();
        this.#options.onEnd();
        return;
    }
  }

  async #start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { debugging } = this.#options;
    if (this.#transaction === undefined) {
      this.#detach = debugging.attach({
        watch: () => this.#watch(),
        onHeld: (execution) => this.#add(execution, execution, execution.stop),
        onGone: (execution) => this.#gone(execution),
      });
      return;
    }
    const execution = await debugging.open(this.#transaction);
    if (execution === undefined) throw new DevnetError('NOT_FOUND', `No transaction of the chain has the txid ${this.#transaction}.`);
    const stop = await execution.move({
      type: 'move',
      from: 0,
      depth: 0,
      move: this.#stopsOnEntry ? 'in' : 'continue',
      isBackwards: false,
      watch: await this.#watch(),
    });
    this.#add(execution, undefined, stop);
  }

  #watch() {
    return this.#breakpoints.watch((breakpoint) => this.#event('breakpoint', { reason: 'changed', breakpoint }));
  }

  #add(execution: DebuggedExecution, held: HeldExecution | undefined, stop: DebugStop): void {
    const thread: DebugThread = { id: ++this.#count, execution, held, stop };
    this.#threads.set(thread.id, thread);
    this.#event('thread', { reason: 'started', threadId: thread.id });
    this.#reportStop(thread, stop);
  }

  #gone(execution: HeldExecution): void {
    for (const thread of this.#threads.values()) if (thread.held === execution) this.#remove(thread);
  }

  #remove({ id }: DebugThread): void {
    this.#threads.delete(id);
    this.#forget(id);
    this.#event('thread', { reason: 'exited', threadId: id });
  }

  #forget(id: number): void {
    this.#variables.forget(id);
    this.#frames.forget(id);
  }

  /** Responds before the thread moves: what it does then are events. */
  #step(body: Body, step: Step): Body {
    const { thread, stop } = this.#stopped(numberOf(body, 'threadId'));
    thread.stop = undefined;
    this.#forget(thread.id);
    const byExpression = textOf(body, 'granularity') === 'instruction';
    setImmediate(() => {
      this.#move(thread, stop, { ...step, byExpression }).catch((error: unknown) => {
        this.#event('output', { category: 'stderr', output: `${messageOf(error)}\n` });
        this.#reportStop(thread, stop);
      });
    });
    return { allThreadsContinued: false };
  }

  async #move(thread: DebugThread, from: DebugStop, step: Step): Promise<void> {
    const stop = await moveThread(thread, from, step, await this.#watch());
    if (!this.#threads.has(thread.id)) return;
    if (stop !== undefined) {
      this.#reportStop(thread, stop);
      return;
    }
    this.#remove(thread);
    if (thread.held === undefined) this.#event('terminated');
    else thread.held.release();
  }

  #reportStop(thread: DebugThread, stop: DebugStop): void {
    thread.stop = stop;
    const { reason, text, breakpoints } = stop;
    const description = reason === 'end' ? `ended: ${text}` : reason === 'step' ? text : undefined;
    this.#event('stopped', {
      reason: reason === 'end' ? 'step' : reason,
      threadId: thread.id,
      allThreadsStopped: false,
      ...(description !== undefined && { description }),
      ...(text !== undefined && { text }),
      ...(breakpoints.length > 0 && { hitBreakpointIds: breakpoints }),
    });
  }

  #stopped(id: number | undefined): { thread: DebugThread; stop: DebugStop } {
    const thread = this.#threads.get(id ?? 0);
    if (thread === undefined) throw new DevnetError('NOT_FOUND', `No execution has the thread ${id}.`);
    if (thread.stop === undefined) throw new DevnetError('NOT_READY', `The execution ${thread.execution.title} is moving.`);
    return { thread, stop: thread.stop };
  }

  #event(event: string, body?: Body): void {
    this.#options.send({ seq: ++this.#seq, type: 'event', event, ...(body && { body }) });
  }

  #respond({ seq, command }: DapRequest, success: boolean, body: Body | undefined, message?: string): void {
    const text = message === undefined ? {} : { message };
    this.#options.send({ seq: ++this.#seq, type: 'response', request_seq: seq, success, command, ...text, ...(body && { body }) });
  }
}
