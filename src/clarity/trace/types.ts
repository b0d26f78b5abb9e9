/** A place in the source of a contract, `ST….name`. Line and column count from 1. */
export type SourcePlace = { contract: string; line: number; column: number };

/** The expression that made a transaction fail. */
export type FailurePlace = SourcePlace & {
  /** Its source on one line, at most 200 characters. */
  expression: string;
  /** The functions that were running, outermost first: `ST….bank:deposit`. */
  stack: string[];
};

/** Something that a function printed, transferred, minted or burned. A call that fails takes it back. */
export type TraceEvent = {
  /** The Clarity function: `print`, `stx-transfer?`, `ft-mint?`. */
  type: string;
  /** As Clarity writes them. */
  args: string[];
  at: SourcePlace;
  /** How many of the calls that the function made came before it. */
  callsBefore: number;
};

/** One call of a contract's function, with the calls that it made. Values are as Clarity writes them, cut after 2,000 characters. */
export type TraceCall = {
  contract: string;
  /** Absent for the code that a deploy runs. */
  function?: string | undefined;
  args: string[];
  /** Absent if the call ended with an error instead of a value. */
  result?: string | undefined;
  events: TraceEvent[];
  /** The expression that made the call; for the outermost call the definition of the function. */
  at: SourcePlace;
  calls: TraceCall[];
};

/** The calls of a transaction or a read. */
export type CallTrace = {
  /** Absent if no contract ran: a transfer, an unknown contract or function, a contract that does not compile. */
  call?: TraceCall | undefined;
  /** Whether calls or events are missing, because there were more than 10,000. */
  truncated?: true | undefined;
};
