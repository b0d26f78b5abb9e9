import type { Context } from '#dist/cli/context.js';
import { run } from '#dist/cli/run.js';
import { main } from './child.js';

/** The context of a process that no signal ends and that prints nothing. */
export function silentContext(env: NodeJS.ProcessEnv): Context {
  return {
    program: main,
    env,
    cwd: env['HOME'] ?? '/',
    stdout: { write: () => undefined, isTTY: false },
    stderr: { write: () => undefined, isTTY: false },
    termination: () => ({ signal: new AbortController().signal, isSignal: () => false, end: () => undefined, dispose: () => undefined }),
  };
}

/** Runs one command line in this process. */
export async function inProcess(args: string[], env: NodeJS.ProcessEnv): Promise<{ status: number; stdout: string; stderr: string }> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const status = await run(args, {
    ...silentContext(env),
    stdout: { write: (text) => void stdout.push(text), isTTY: false },
    stderr: { write: (text) => void stderr.push(text), isTTY: false },
  });
  return { status, stdout: stdout.join('').trimEnd(), stderr: stderr.join('').trimEnd() };
}
