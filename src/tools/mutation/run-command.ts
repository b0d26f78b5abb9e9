import { once } from 'node:events';
import type { Environment } from '#platform/environment.js';
import { hasProcessGroups, killTree } from '#platform/kill-tree.js';
import { loadSpawn } from '#platform/load-spawn.js';

/** How much of the end of the output is kept, in characters. */
const KEPT_OUTPUT = 20_000;

export type CommandOptions = {
  cwd: string;
  env: Environment;
  /** How long it may take, in ms. */
  timeoutMs: number;
  /** How long it may take to end after SIGTERM, in ms. @default 3_000 */
  graceMs?: number | undefined;
  signal: AbortSignal;
};

export type CommandResult = {
  /** Undefined if a signal ended it. */
  status: number | undefined;
  isTimeout: boolean;
  /** How long it took, in ms. */
  durationMs: number;
  /** The end of what it wrote. */
  output: string;
};

/**
 * Runs a command in a process group of its own, and ends all processes of the group after it, after the deadline, or when the
 * signal aborts.
 * @throws an error of the system if it cannot be started; the reason of the signal
 */
export async function runCommand([file = '', ...args]: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { cwd, env, timeoutMs, graceMs = 3_000, signal } = options;
  const spawn = await loadSpawn();
  signal.throwIfAborted();
  const start = performance.now();
  const child = spawn(file, args, { cwd, env, detached: hasProcessGroups, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  }
  const kill = (name: NodeJS.Signals): void => killTree(child.pid, name);
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    kill('SIGTERM');
    force = setTimeout(kill, graceMs, 'SIGKILL');
  };
  let isTimeout = false;
  const deadline = setTimeout(() => {
    isTimeout = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const [status]: [number | null] = (await once(child, 'exit')) as [number | null];
    signal.throwIfAborted();
    return { status: status ?? undefined, isTimeout, durationMs: performance.now() - start, output };
  } finally {
    clearTimeout(deadline);
    clearTimeout(force);
    signal.removeEventListener('abort', end);
    // What the command left behind would keep its pipes open, and use a folder that is removed.
    kill('SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}
