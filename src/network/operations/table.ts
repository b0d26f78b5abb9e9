import { isOperation } from './bind.js';
import { chaos } from './chaos.js';
import { faucet } from './faucets.js';
import { mining } from './mining.js';
import type { AnyOperation, Table } from './operation.js';
import { bridge, sbtc } from './sbtc.js';
import { snapshots } from './snapshots.js';
import { state } from './state.js';
import { network, plumbing } from './status.js';
import { streams } from './streams.js';
import { bitcoin, replay, simulations, stacks, wait } from './transactions.js';

/** What code calls: the functions of `startDevnet()` and `connectDevnet()`. A row that is added here is there on every door. */
export const operations = { ...network, ...mining, ...snapshots, ...replay, bitcoin, stacks, faucet, sbtc, state, chaos };

export type Operations = typeof operations;

/** What only other doors call, or functions whose arguments in code are of another form. */
const others = { ...plumbing, ...streams, wait, bridge, simulations };

/** Operations with their names. Each door takes some, and has all of them by default. */
export type Rows = readonly (readonly [name: string, row: AnyOperation])[];

/** All of them. */
export const rows: Rows = [...flatten(operations), ...flatten(others)];

const byName = new Map(rows);

/** Returns a row by its name, such as `chaos.active`. */
export function named(name: string): AnyOperation {
  const row = byName.get(name);
  if (row === undefined) throw new RangeError(`no operation ${name}`);
  return row;
}

/** Returns the operation that makes the answer of this one: another one if this one has nothing to say. */
export function answeredBy(row: AnyOperation): AnyOperation {
  return row.http?.answers === undefined ? row : named(row.http.answers);
}

/** Returns the rows of a table with their names. */
export function flatten(table: Table, path: readonly string[] = []): [string, AnyOperation][] {
  return Object.entries(table).flatMap(([name, row]) =>
    isOperation(row) ? [[[...path, name].join('.'), row] as [string, AnyOperation]] : flatten(row, [...path, name]),
  );
}
