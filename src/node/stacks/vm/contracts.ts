import type { ContractInterface } from './types.js';

/** A contract that a transaction deployed, as clients are to see it. */
export type Contract = {
  readonly source: string;
  readonly publishHeight: number;
  /** The hidden function that reads each constant. */
  readonly constants: ReadonlyMap<string, string>;
  /** Read from the VM when it is first asked for. */
  interface?: ContractInterface;
};

/** By `ST….name`; a deploy makes a new map, so that a captured one stays what it was. */
export type Contracts = ReadonlyMap<string, Contract>;
