import { setFlagsFromString } from 'node:v8';

/** Of a process that starts, and does nothing but run a network. */
const START = [
  // Optimises one function of the Clarity VM at a time. V8 would use every core, which a first start needs itself, and each of its threads keeps up to
  // 20 MB of the C library for good. Measured on two cores: a first start takes 900 ms of processor time instead of 1,500.
  '--wasm-num-compilation-tasks=1',
  // A function of the VM is validated when it is compiled: at its first call. All of them take 10 ms of a start.
  '--wasm-lazy-validation',
  // Optimises a function after sixteen times as much work as V8 would: half a second of compilation otherwise competes with the first 150 transactions.
  '--wasm-tiering-budget=30000000',
];

/** Of a process that is ready. A start is faster without, and the code that V8 keeps of it has the flags of a start. */
const READY = [
  // Keeps the space for new objects at its size, 8 MB after a start. V8 would grow it to 32 MB for requests that leave only garbage. Together with the
  // next one: 307 MiB instead of 369 after 50,000 transactions, at the same rate.
  '--semi-space-growth-factor=1',
  // Collects old objects after they have grown by a third, instead of by the whole.
  '--heap-growing-percent=30',
  // Compiles a function at its first call, and notes from then on what it works with; V8 would interpret the first requests. The first 150 transfers
  // take 0.91 to 0.98 of the time, the first restores 0.9, for 2 to 3 MiB.
  '--always-sparkplug',
  '--no-lazy-feedback-allocation',
];

/** Call it first of all. */
export function setStartFlags(): void {
  for (const flag of START) setFlagsFromString(flag);
}

/** Call it when the network is ready. */
export function setReadyFlags(): void {
  for (const flag of READY) setFlagsFromString(flag);
}
