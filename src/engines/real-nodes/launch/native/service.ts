import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { DevnetError } from '../../../../base/error.js';
import { lastLines } from '../last-lines.js';
import type { Service, ServiceEnd } from '../launcher.js';
import { groupRuns, signalGroup } from './process-group.js';

export type ServiceOptions = {
  name: string;
  /** Absolute path of the program. */
  file: string;
  args: readonly string[];
  /** All its environment variables. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** The file to append its output to. */
  log: string;
  reach: Service['reach'];
  /** Called as soon as the process exists, before any other event. */
  onSpawned(pid: number): void;
};

/** A service as a process that leads its own process group: its pid is the number of the group. */
export type NativeService = Service & { readonly pid: number };

/** How long the kernel may take to remove processes after SIGKILL, in ms. */
const afterKillMs = 30_000;

/**
 * Starts a program without a shell. Its output goes directly to a file: it is neither delayed if this process is busy nor lost if this
 * process dies.
 * @throws DevnetError MISSING if the system cannot start it
 */
export async function startService(options: ServiceOptions): Promise<NativeService> {
  const { name, file, args, env, cwd, log, reach, onSpawned } = options;
  const { execa } = await import('execa');
  const output = await open(log, 'a', 0o600);
  try {
    const { size: from } = await output.stat();
    // Any descriptor works; the types of execa list only 3 to 9.
    const descriptor = output.fd as 3;
    const child = execa(file, args, {
      cwd,
      env,
      extendEnv: false,
      detached: true,
      cleanup: false,
      reject: false,
      buffer: false,
      stdio: ['ignore', descriptor, descriptor],
    });
    const { pid } = child;
    if (pid === undefined) {
      const { shortMessage, cause } = await child;
      throw new DevnetError('MISSING', `${name} cannot be started: ${shortMessage}`, { cause });
    }
    onSpawned(pid);
    const exit = child.then(({ exitCode = null, signal = null }) => ({ code: exitCode, signal }));
    return { name, pid, reach, output: (lines = 20) => lastLines(log, { from, lines }), ...lifecycle(pid, exit) };
  } finally {
    await output.close();
  }
}

type Exit = { code: number | null; signal: string | null };

/** Follows a process to its end: that of the leader of the group, then that of the processes it has started. */
function lifecycle(group: number, exit: Promise<Exit>): Pick<Service, 'ended' | 'stop' | 'kill'> {
  let expected = false;
  let over = false;
  /** When to stop waiting for the rest of the group. */
  let deadline = Number.POSITIVE_INFINITY;
  const signal = (name: NodeJS.Signals): void => {
    // The system may reuse the number as soon as the group has ended.
    if (!over) signalGroup(group, name);
  };
  const killAll = (): void => {
    signal('SIGKILL');
    deadline = Math.min(deadline, performance.now() + afterKillMs);
  };
  const kill = (): Promise<ServiceEnd> => {
    expected = true;
    killAll();
    return ended;
  };
  const ended = exit.then(async (last): Promise<ServiceEnd> => {
    const end = { ...last, expected };
    // A wrapper may end before the program that it has started. After an unexpected end, nothing of the group continues either.
    if (!expected) killAll();
    while ((await groupRuns(group)) && performance.now() < deadline) await delay(10);
    over = true;
    return end;
  });
  return {
    ended,
    kill,
    async stop({ graceMs = 10_000 } = {}) {
      if (!expected) {
        expected = true;
        signal('SIGTERM');
        signal('SIGCONT'); // a frozen process would get SIGTERM only after SIGCONT
      }
      const timer = setTimeout(kill, graceMs);
      try {
        return await ended;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
