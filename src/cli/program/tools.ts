import type { Command } from 'commander';
import type { GatewayClient } from '../../network/connected.js';
import type { Rows } from '../../network/operations.js';
import type { Devnet } from '../../network/types.js';
import type { Context, GlobalOptions } from '../context.js';
import type { Output } from '../output.js';

/** What definitions of commands use. */
export type Tools = {
  context: Context;
  /** The operations that have commands. */
  operations: Rows;
  /** The whole command line, without the program's own name. */
  args: readonly string[];
  /** Whether the command line may use the flags of a command: some have one for every setting, and only one command runs. */
  isNeeded(command: string): boolean;
  /** Available once the command line is parsed. */
  options(): GlobalOptions;
  output(): Output;
  gateway(): Promise<GatewayClient>;
  /** Connects to the running devnet as code does. */
  devnet(): Promise<Devnet>;
  /** Sets another exit status than 0 without an error message. */
  exitWith(status: number): void;
};

/** Adds commands to the program; a command loads its own code only when it runs. */
export type AddCommands = (program: Command, tools: Tools) => void;
