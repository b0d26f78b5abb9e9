import { run } from '#dist/cli/run.js';

/** Runs one command line in this process, where nothing ends it from outside. */
export async function inProcess(args: string[], env: NodeJS.ProcessEnv): Promise<{ status: number; stdout: string; stderr: string }> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const status = await run(args, {
    env,
    cwd: env['HOME'] ?? '/',
    stdout: { write: (text) => void stdout.push(text), isTTY: false },
    stderr: { write: (text) => void stderr.push(text), isTTY: false },
    termination: () => ({ signal: new AbortController().signal, end: () => undefined, dispose: () => undefined }),
  });
  return { status, stdout: stdout.join('').trimEnd(), stderr: stderr.join('').trimEnd() };
}
