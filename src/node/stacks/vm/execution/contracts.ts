import type { ContractInterface } from '../../../../chains/stacks/codec/contract/contract-interface.js';

/** A contract that a transaction deployed, as clients are to see it. */
type Contract = {
  readonly source: string;
  readonly publishHeight: number;
  /** Read from the VM on first use. */
  interface?: ContractInterface;
};

/** By `ST….name`; a deploy makes a new map, so that a captured one stays what it was. */
export type Contracts = ReadonlyMap<string, Contract>;
