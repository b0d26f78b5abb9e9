/**
 * How executions are debugged. An execution is deterministic in an immutable state, so that a place in it is the number of an event: events
 * count from 1, and `0` is before all of them. Each question executes again from the beginning. Nothing waits inside of the VM.
 */

/** Where an execution stops. Lines count from 1. */
export type LineBreakpoint = {
  readonly id: number;
  /** The principal of the contract. */
  readonly contract: string;
  readonly line: number;
  /** A Clarity expression of the type `bool`, evaluated in the frame. @default true */
  readonly condition?: string | undefined;
};

/** Stops before the first expression of a function. */
export type FunctionBreakpoint = {
  readonly id: number;
  /** `function`, `contract.function`, or with the address of the contract. */
  readonly name: string;
  readonly condition?: string | undefined;
};

/** What executions stop at. */
export type Watch = {
  readonly lines: readonly LineBreakpoint[];
  readonly functions: readonly FunctionBreakpoint[];
  /** Whether they stop at the expression that makes the whole execution fail. */
  readonly failures: boolean;
  /** Whether they stop at each `(err …)` that comes into being and each runtime error, also those that the caller handles. */
  readonly errors: boolean;
};

export type Move = 'in' | 'over' | 'out' | 'continue';

/** Moves from an event to another one. */
export type MoveQuestion = {
  readonly type: 'move';
  readonly from: number;
  /** How many functions were running there. 0 at the beginning. */
  readonly depth: number;
  readonly move: Move;
  readonly isBackwards: boolean;
  /** Whether each expression is a step. @default each line is */
  readonly byExpression?: boolean | undefined;
  readonly watch: Watch;
};

/** Reads variables at an event. */
export type LookQuestion = {
  readonly type: 'look';
  readonly at: number;
  /** 0 is the innermost function. */
  readonly frame: number;
  /** The name of a scope or the source of an expression, then the places of children. */
  readonly root: { readonly scope: ScopeName } | { readonly expression: string };
  readonly path: readonly number[];
};

export const scopeNames = ['Arguments', 'Bindings', 'Context', 'Data variables', 'Constants', 'Balances'] as const;
export type ScopeName = (typeof scopeNames)[number];

export type DebugQuestion = MoveQuestion | LookQuestion;

/**
 * A function that is running, at the expression that it evaluates. Lines and columns count from 1, the end is that of the last character.
 */
export type DebugFrame = {
  readonly contract: string;
  /** Absent in the code at the top of a contract that is being deployed. */
  readonly function?: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

export type StopReason = 'step' | 'breakpoint' | 'function breakpoint' | 'exception' | 'entry' | 'end';

/** Where a move arrived. */
export type DebugStop = {
  readonly type: 'stop';
  readonly at: number;
  readonly depth: number;
  readonly reason: StopReason;
  /** The breakpoints that were reached. */
  readonly breakpoints: readonly number[];
  /** The value that a function returned, the error, the result of the execution; or why a condition could not be evaluated. */
  readonly text?: string | undefined;
  /** Innermost first. */
  readonly frames: readonly DebugFrame[];
};

export type DebugVariable = {
  readonly name: string;
  readonly value: string;
  readonly type: string;
  /** Whether it has children. */
  readonly isCompound: boolean;
};

/** `value` is the result of an expression; the variables are its children, or those of a scope. */
export type DebugLook =
  | { readonly type: 'look'; readonly value?: DebugVariable | undefined; readonly variables: readonly DebugVariable[] }
  | { readonly type: 'failed'; readonly message: string };

export type DebugAnswer = DebugStop | DebugLook;

/** What is executed: a transaction or a call whose sender waits for the answer, or a transaction of the chain. */
export type DebuggedExecution = {
  /** For people, for example `0x12ab… bank.deposit`. */
  readonly title: string;
  /** @throws DevnetError TIMEOUT if it takes too long */
  move(question: MoveQuestion): Promise<DebugStop>;
  look(question: LookQuestion): Promise<DebugLook>;
};

/** An execution that waits. */
export type HeldExecution = DebuggedExecution & {
  /** Its first stop. */
  readonly stop: DebugStop;
  /** Lets it go on, without further stops. */
  release(): void;
};

/** A contract of the chain, with the lines where an execution can stop. */
type DebuggedContract = { readonly contract: string; readonly source: string; readonly lines: readonly number[] };

/** What a network can do for a debugger. */
export type Debugging = {
  /**
   * Makes executions wait that reach what is watched: transactions before a block has them, read-only calls and simulations before
   * their answer.
   * @returns a function that ends it, and lets all go on
   * @throws DevnetError BUSY if another debugger watches
   */
  attach(watcher: { watch(): Promise<Watch>; onHeld(execution: HeldExecution): void; onGone(execution: HeldExecution): void }): () => void;
  /** Opens a transaction of the chain in the state before it; undefined if it is not there. @param txid with or without 0x */
  open(txid: string): Promise<DebuggedExecution | undefined>;
  /** Returns undefined for a contract that is not deployed. */
  contract(id: string): Promise<DebuggedContract | undefined>;
  /** The ids of the contracts that transactions and the network have deployed, boot contracts aside. */
  contracts(): Promise<string[]>;
};
