import { setTimeout as delay } from 'node:timers/promises';
import type Dockerode from 'dockerode';

/** How often a container is asked to stand still, and the pause between in ms. */
const ATTEMPTS = 50;
const PAUSE = 100;
/** The words of runc if the processes did not stand still in time, on cgroups v1 and v2. */
const TOO_LATE = /unable to freeze|waiting for the cgroup to freeze/;

/**
 * Pauses a container. runc looks for a limited time whether all its processes stand still, then lets them continue and fails
 * (moby/moby#48205). On a busy machine that happens often.
 * @throws the engine's error if no attempt succeeds
 */
export async function pause(container: Pick<Dockerode.Container, 'pause'>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await container.pause();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error && TOO_LATE.test(error.message))) throw error;
      await delay(PAUSE);
    }
  }
}
