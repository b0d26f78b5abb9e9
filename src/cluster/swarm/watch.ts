import type { Client } from '../../engines/docker.js';
import { createProbe } from './probe.js';
import { isOver, machineOf, tasksOf } from './task.js';

export type WatchOptions = {
  client: Client;
  service: string;
  /** The machine that runs it. */
  node: string;
  /** Of its gateway. */
  url: string;
  controlKey: string;
};

/** Watches a network until it is lost. */
export type Watch = { lost: Promise<string>; stop(): void };

const STEP_MS = 2_000;
/** The time to the next probe after one that failed, in ms. */
const FAILED_STEP_MS = 500;
/** How many probes in a row may fail while the manager says that the container runs, and while the manager does not answer. */
const MOST_FAILURES = { running: 20, unknown: 7 };

/**
 * Probes a network every two seconds, which also renews the lease of its container. If a probe fails, the manager says whether the
 * container or its machine is down.
 */
export function watchNetwork({ client, service, node, url, controlKey }: WatchOptions): Watch {
  const probe = createProbe({ url, controlKey });
  let isStopped = false;
  let failures = 0;
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
    probe.close();
  };
  let lose: (reason: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const look = async (): Promise<void> => {
    failures = (await probe.isReady()) ? 0 : failures + 1;
    const reason = failures === 0 ? undefined : await explain();
    if (isStopped) return;
    if (reason === undefined) timer = setTimeout(look, failures === 0 ? STEP_MS : FAILED_STEP_MS);
    else {
      stop();
      lose(reason);
    }
  };
  const explain = async (): Promise<string | undefined> => {
    const unless = (most: number) => (failures >= most ? `${url} does not answer` : undefined);
    try {
      const [[task], machine] = await Promise.all([tasksOf(client, service), machineOf(client, node)]);
      if (task === undefined || isOver(task)) return `its container ended${task === undefined ? '' : `: ${task.message}`}`;
      return machine.isDown ? `the machine ${machine.host} is down` : unless(MOST_FAILURES.running);
    } catch {
      // Without the manager, only the network itself can answer.
      return unless(MOST_FAILURES.unknown);
    }
  };
  let timer = setTimeout(look, STEP_MS);
  return { lost, stop };
}
