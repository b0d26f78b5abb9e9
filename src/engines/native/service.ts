import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { DevnetError } from '../../error.js';
import { lastLines } from '../launch/last-lines.js';
import type { Service, ServiceEnd } from '../launch/launcher.js';
import { groupRuns, signalGroup } from './process-group.js';

export type ServiceOptions = {
  name: string;
  /** Absolute path of the program. */
  file: string;
  args: readonly string[];
  /** Its whole environment. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** The file that its output is added to. */
  log: string;
  reach: Service['reach'];
  /** Called in the moment the process exists, before anything else can happen. */
  onSpawned(pid: number): void;
};

/** A service as a process that leads a process group of its own: its pid is the group's number. */
export type NativeService = Service & { readonly pid: number };

/** How long the kernel may take to clear up after SIGKILL. */
const afterKillMs = 2_000;

/**
 * Starts a program, without a shell. Its output goes straight to a file, so that it is neither held up nor lost when this process
 * is busy or gone.
 * @throws DevnetError MISSING when the system cannot start it
 */
export async function startService(options: ServiceOptions): Promise<NativeService> {
  const { name, file, args, env, cwd, log, reach, onSpawned } = options;
  const { execa } = await import('execa');
  const output = await open(log, 'a', 0o600);
  try {
    const { size: from } = await output.stat();
    // Any descriptor will do; execa's types know of 3 to 9 only.
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

/** A process's end: of the group's leader first, then of whatever that has started. */
function lifecycle(group: number, exit: Promise<Exit>): Pick<Service, 'ended' | 'stop' | 'kill'> {
  let expected = false;
  let over = false;
  /** Until when the rest of the group may take to go. */
  let deadline = Number.POSITIVE_INFINITY;
  const signal = (name: NodeJS.Signals): void => {
    // The number may be given to another process as soon as this one is gone.
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
    // A wrapper may be gone before the program that it has started; what ends unasked leaves nothing behind either.
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
        signal('SIGCONT'); // a frozen process would hear of it only when it goes on
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
