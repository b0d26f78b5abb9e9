import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service, ServiceEnd } from '../launcher.js';
import type { Container } from './container.js';

/** The pause between looks at the status of a program, in ms. */
const look = 100;

/** Creates a service for the program that a container runs now. */
export function createService(container: Container, reach: Service['reach']): Service {
  let expected = false;
  let over = false;
  const ended = follow(container).then((end): ServiceEnd => {
    over = true;
    return { ...end, expected };
  });
  const signal = async (...names: Parameters<Container['signal']>[0][]): Promise<void> => {
    expected = true;
    // The program ended with its container.
    for (const name of names) if (!over) await container.signal(name).catch(() => undefined);
  };
  const kill = async (): Promise<ServiceEnd> => {
    await signal('KILL');
    return ended;
  };
  return {
    name: container.name,
    reach,
    ended,
    output: (lines = 20) => container.output(lines),
    kill,
    async stop({ graceMs = 10_000 } = {}) {
      await signal('TERM', 'CONT');
      const timer = setTimeout(kill, graceMs);
      try {
        return await ended;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

type Exit = { code: number | null; signal: string | null };

async function follow(container: Container): Promise<Exit> {
  for (;;) {
    const status = await container.status();
    if (status !== undefined) return exitOf(status);
    if (!(await container.isUp())) return { code: null, signal: 'SIGKILL' };
    await delay(look);
  }
}

function exitOf(status: number): Exit {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  return signal === undefined ? { code: status, signal: null } : { code: null, signal };
}
