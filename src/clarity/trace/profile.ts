import type { ExecutionCost } from '../failure.js';

/** The five costs of an execution, in Clarity's units. */
export type ProfileCost = ExecutionCost;

/** What something cost: `exclusive` itself, `inclusive` with all that it called. `count` is how often it was executed. */
type Costs = { count: number; inclusive: ProfileCost; exclusive: ProfileCost };

/** A function of a contract, or without a name the code that a deploy runs. */
export type ProfiledFunction = Costs & {
  contract: string;
  function?: string | undefined;
  /** The line of its definition, from 1. Absent for a deploy, and for a function that does not exist. */
  line?: number | undefined;
};

/** A line of a contract. The exclusive costs of a line are those of the expressions that begin on it. */
export type ProfiledLine = Costs & {
  contract: string;
  /** From 1. Absent for what no line costs: the analysis of a deploy, and a call of a function that does not exist. */
  line?: number | undefined;
  /** The source of the line, at most 200 characters. */
  source?: string | undefined;
};

/** A function, or with `line` a line of it, below what called it. */
export type ProfileNode = Costs & {
  contract: string;
  function?: string | undefined;
  line?: number | undefined;
  nodes: ProfileNode[];
};

/**
 * What each function and line of a transaction cost. The exclusive costs of all functions, of all lines, and of all nodes add up to `cost`.
 */
export type CostProfile = {
  cost: ProfileCost;
  /** The most expensive runtime first. */
  functions: ProfiledFunction[];
  /** The most expensive runtime first. */
  lines: ProfiledLine[];
  /** The outermost function with its lines, the functions that they called, and so on. Absent if no contract ran. */
  root?: ProfileNode | undefined;
  /** Whether costs are those of a node further up, because there are more than 10,000 nodes. */
  truncated?: true | undefined;
};
