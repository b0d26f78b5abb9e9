import type { Service } from '#dist/engines/nakamoto/launcher.js';
import { describeWithNodes } from '../native/real-nodes.js';
import { nativeLauncher } from './native.js';
import { recoverySuite } from './recovery.js';

/** A process of the native engine. */
async function signal(service: Service, name: NodeJS.Signals): Promise<void> {
  if (!('pid' in service) || typeof service.pid !== 'number') throw new TypeError(`${service.name} is no process`);
  process.kill(service.pid, name);
}

describeWithNodes('processes', () => {
  recoverySuite(nativeLauncher, { kill: (service) => signal(service, 'SIGKILL'), restart: (service) => signal(service, 'SIGTERM') });
});
