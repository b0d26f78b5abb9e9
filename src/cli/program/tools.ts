import type { Command } from 'commander';
import type { Client } from '../client.js';
import type { Context, GlobalOptions } from '../context.js';
import type { Output } from '../output.js';

/** What the definitions of commands are made with. */
export type Tools = {
  context: Context;
  /** The whole command line, without the program's own name. */
  args: readonly string[];
  /** Known once the command line is read. */
  options(): GlobalOptions;
  output(): Output;
  client(): Promise<Client>;
  /** Ends the process with another status than 0, without an error to tell. */
  endWith(status: number): void;
};

/** Adds commands to the program; each loads its own code only when it runs. */
export type AddCommands = (program: Command, tools: Tools) => void;
