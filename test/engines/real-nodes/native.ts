import type { Launcher, Service } from '#dist/engines/real-nodes/launch/launcher.js';
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';
import { testState } from '../../cache.js';
import type { Hands } from './hands.js';

/** Real nodes as processes, from PATH. */
export function nativeLauncher(): Launcher {
  return createNativeLauncher({
    binaries: {},
    environment: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    stateDir: testState,
  });
}

/** Intervenes by signals to processes. */
export const processHands: Hands = {
  kill: (service) => signal(service, 'SIGKILL'),
  restart: (service) => signal(service, 'SIGTERM'),
  pause: (service) => signal(service, 'SIGSTOP'),
  resume: (service) => signal(service, 'SIGCONT'),
};

async function signal(service: Service, name: NodeJS.Signals): Promise<void> {
  if (!('pid' in service) || typeof service.pid !== 'number') throw new TypeError(`${service.name} is not a process`);
  process.kill(service.pid, name);
}
