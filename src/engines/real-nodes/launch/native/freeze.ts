import { setTimeout as delay } from 'node:timers/promises';
import { DevnetError } from '../../../../base/error.js';
import { isStopped, signalGroup } from './process-group.js';
import type { NativeService } from './service.js';

/** How long a service may take to stand still, in ms. */
const TIMEOUT = 60_000;
/** The pause between looks at a process, in ms. */
const PAUSE = 2;
/** After this many looks a process may be in vfork(2). */
const VFORK_LOOKS = 20;

/** Stops all services in their tracks, newest first. @throws DevnetError TIMEOUT */
export async function freeze(services: readonly NativeService[]): Promise<void> {
  const newestFirst = services.toReversed();
  for (const { pid } of newestFirst) signalGroup(pid, 'SIGSTOP');
  await Promise.all(newestFirst.map(standsStill));
}

/** Lets frozen services continue. */
export async function thaw(services: readonly NativeService[]): Promise<void> {
  for (const { pid } of services) signalGroup(pid, 'SIGCONT');
}

/**
 * Waits until a process stands still: the kernel stops each thread in its own time. A process in vfork(2) cannot stop before its child
 * has executed a program, and that child may be stopped: then both get a moment to continue.
 */
async function standsStill({ name, pid }: NativeService): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  for (let look = 1; !(await isStopped(pid)); look++) {
    if (performance.now() > deadline) throw new DevnetError('TIMEOUT', `${name} did not stand still within ${TIMEOUT} ms`);
    if (look % VFORK_LOOKS === 0) signalGroup(pid, 'SIGCONT');
    await delay(PAUSE);
    signalGroup(pid, 'SIGSTOP');
  }
}
