import { RuntimeFailure } from '../failure.js';

/** Computes a cost from an input: a number of arguments, a size, … (clarity/src/vm/costs/cost_functions.rs has the shapes below). */
export type Formula = (n: number) => number;

/** What a step costs (`ExecutionCost` of a cost function). Lengths are bytes. */
export type Cost = {
  readonly runtime: Formula;
  /** The runtime if it does not depend on an input, else undefined. */
  readonly constant: number | undefined;
  readonly readCount: number;
  readonly readLength: Formula;
  readonly writeCount: number;
  readonly writeLength: Formula;
  /** Whether it is runtime alone. */
  readonly isRuntime: boolean;
};

const zero: Formula = () => 0;

/** @param storage what is read and written: how often, and how many bytes together */
export function cost(
  runtime: number | Formula,
  { reads = [0, 0], writes = [0, 0] }: { reads?: readonly [number, number | Formula]; writes?: readonly [number, number | Formula] } = {},
): Cost {
  return {
    runtime: formula(runtime),
    constant: typeof runtime === 'number' ? runtime : undefined,
    readCount: reads[0],
    readLength: formula(reads[1]),
    writeCount: writes[0],
    writeLength: formula(writes[1]),
    isRuntime: reads[0] === 0 && writes[0] === 0 && writes[1] === 0,
  };
}

function formula(value: number | Formula): Formula {
  if (typeof value !== 'number') return value;
  return value === 0 ? zero : () => value;
}

/** a · ⌊n / 2^shift⌋ + b. */
export function linear(a: number, b: number, shift = 0): Formula {
  if (shift === 0) return (n) => a * n + b;
  const divisor = 2 ** shift;
  return (n) => a * Math.floor(n / divisor) + b;
}

/** a · ⌊log2 n⌋ + b. */
export function logN(a: number, b: number): Formula {
  return (n) => a * floorLog2(n) + b;
}

/** a · n · ⌊log2 n⌋ + b. */
export function nLogN(a: number, b: number): Formula {
  return (n) => a * n * floorLog2(n) + b;
}

/** @throws RuntimeFailure for 0, which `from-consensus-buff?` of an empty buffer reaches before Clarity 5 */
function floorLog2(n: number): number {
  if (n < 1) throw new RuntimeFailure('Arithmetic', 'log2 must be passed a positive integer');
  return 31 - Math.clz32(n);
}
