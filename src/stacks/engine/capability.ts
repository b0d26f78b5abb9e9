/** What some networks can do and others cannot. */
export const capabilities = [
  'mineStacks', // Stacks blocks on request
  'pauseStacks', // no Stacks blocks until they are requested
  'snapshots',
  'stateFile', // its state can be written to a file
  'clone',
  'impersonate',
  'state',
  'chaos',
  'trace', // calls and costs inside of a transaction
  'coverage', // it is recorded
  'debugger', // executions can be stopped and stepped through: `dap`
] as const;

/** What a network can do that not every network can: see `status().capabilities`. */
export type Capability = (typeof capabilities)[number];
