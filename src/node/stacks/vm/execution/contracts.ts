/** A contract that a transaction deployed, as it was sent. */
type Contract = { readonly source: string; readonly publishHeight: number };

/** By `ST….name`; a deploy makes a new map, so that a captured one stays what it was. */
export type Contracts = ReadonlyMap<string, Contract>;
