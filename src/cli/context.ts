import type { Environment } from '#platform/environment.js';
import type { Termination } from './termination.js';

/** What a command knows of its process; tests supply their own. */
export type Context = {
  /** The file of this command line, which Node runs. */
  program: string;
  env: Environment;
  cwd: string;
  stdout: Sink;
  stderr: Sink;
  /**
   * Starts to watch for reasons to end; a command that keeps running calls it once.
   * @param watch.parent whether the end of the parent process is a reason @default true
   * @param watch.drainMs how long the command may take to end, besides its clean-up @default 0
   */
  termination(watch?: { parent?: boolean | undefined; drainMs?: number | undefined }): Termination;
  /** Reads single keys. Absent without a terminal. @returns a function that stops it */
  readKeys?: ((onKey: (key: string) => void) => () => void) | undefined;
  /** Sends a message to the process that started this one in the background; absent in the foreground. */
  notifyParent?: ((message: unknown) => void) | undefined;
};

/** Accepts text, as a terminal does. */
export type Sink = {
  write(text: string): void;
  isTTY: boolean;
  /** The width of the terminal; undefined elsewhere. */
  columns?: (() => number | undefined) | undefined;
};

/** The options of every command. */
export type GlobalOptions = { json?: boolean | undefined; url?: string | undefined; color?: boolean | undefined };
