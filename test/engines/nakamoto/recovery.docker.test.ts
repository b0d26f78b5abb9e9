import type { DockerService } from '#dist/engines/docker/service.js';
import type { Service } from '#dist/engines/nakamoto/launcher.js';
import { dockerLauncher } from '../docker/launcher.js';
import { describeWithNodes } from '../docker/real-nodes.js';
import { recoverySuite } from './recovery.js';

/** As `docker kill` and `docker restart` do it. */
function container(service: Service): DockerService['container'] {
  if (!('container' in service)) throw new TypeError(`${service.name} is no container`);
  return (service as DockerService).container;
}

describeWithNodes('containers', () => {
  recoverySuite(dockerLauncher, {
    kill: (service) => container(service).kill(),
    restart: (service) => container(service).restart(),
  });
});
