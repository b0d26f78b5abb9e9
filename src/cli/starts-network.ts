import type { Environment } from '../system/environment.js';

/** Commands that start a network; without one it is `up`. */
const COMMANDS = ['up', 'exec', 'node stacks'];
/** Options of `up` that start none in this process, and those that name another engine. */
const OTHERS = /^(?:-[a-z]*[dh]|--detach|--help|--version|--engine\b.*)$/;

/**
 * Whether a command line starts an embedded network, as far as it says so without the configuration. A wrong answer costs a thread.
 * @param args without the program's own name
 */
export function startsNetwork(args: readonly string[], env: Environment): boolean {
  const [first = '-', second = ''] = args;
  const isCommand = first.startsWith('-') || COMMANDS.includes(first) || COMMANDS.includes(`${first} ${second}`);
  return isCommand && !args.some((arg) => OTHERS.test(arg)) && env['DEVNET_ENGINE'] === undefined && env['DEVNET_POOL'] === undefined;
}
