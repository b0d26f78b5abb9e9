import type { Environment } from '../config/text-layer.js';
import type { Termination } from './termination.js';

/** What a command may know of the process it runs in; tests bring their own. */
export type Context = {
  /** The file that Node runs as this command line. */
  program: string;
  env: Environment;
  cwd: string;
  stdout: Sink;
  stderr: Sink;
  /**
   * Starts to watch for the reasons to end; commands that stay call it once.
   * @param watch.parent whether the end of the parent process is one @default true
   */
  termination(watch?: { parent: boolean }): Termination;
  /** Tells something to the process that started this one to stay behind; absent when nobody did. */
  tellParent?: ((message: unknown) => void) | undefined;
};

/** A place for text, such as a terminal. */
export type Sink = { write(text: string): void; isTTY: boolean };

/** The options that every command takes. */
export type GlobalOptions = { json?: boolean | undefined; url?: string | undefined; color?: boolean | undefined };
