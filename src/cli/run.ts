import type { Context, GlobalOptions } from './context.js';
import { createProgram } from './create-program.js';
import { exitStatus, exitStatusOf } from './exit-status.js';
import { withReportFile } from './mutate-arguments.js';
import { withLongFlags } from './node-options.js';
import { reportError } from './report.js';

/**
 * Runs one command line.
 * @param args without the program's own name
 * @returns the exit status
 */
export async function run(args: readonly string[], context: Context): Promise<number> {
  let status: number = exitStatus.done;
  const program = createProgram(context, {
    args,
    exitWith(other) {
      status = other;
    },
  });
  try {
    await program.parseAsync(withReportFile(withLongFlags(args)), { from: 'user' });
    return status;
  } catch (error) {
    reportError(error, context, program.opts<GlobalOptions>());
    return exitStatusOf(error);
  }
}
