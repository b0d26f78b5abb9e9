import type { CreateServiceOptions } from 'dockerode';
import type { Labels } from '../../engines/docker.js';
import type { ResolvedConfig } from '../../project/config.js';
import { conventionalPorts } from '../../project/config.js';

export type SpecOptions = {
  name: string;
  labels: Labels;
  /** Ids of its overlay network and of the secret with its configuration. */
  network: string;
  secret: { id: string; name: string };
  leaseSeconds: number;
};

const MEBIBYTE = 2 ** 20;
/** Docker's unit of processors. */
const PROCESSOR = 1e9;

/**
 * Returns the service of a network: one container, which is not started again, because its state ends with it. Its owner probes it: with a
 * health check of the engine it would not count as running before the first check, and each check would start a program.
 */
export function serviceSpec(
  { images, docker: { cpus, memory, constraints }, logLevel }: ResolvedConfig,
  { name, labels, network, secret, leaseSeconds }: SpecOptions,
): CreateServiceOptions {
  return {
    Name: name,
    Labels: labels,
    TaskTemplate: {
      ContainerSpec: {
        Image: images.devnet,
        Args: ['up', '--quiet', '--log-level', logLevel, '--lease-seconds', `${leaseSeconds}`],
        Labels: labels,
        // The working directory of the image, where the program looks for its configuration.
        Secrets: [
          { File: { Name: '/app/devnet.config.json', UID: '0', GID: '0', Mode: 0o400 }, SecretID: secret.id, SecretName: secret.name },
        ],
        CapabilityDrop: ['ALL'],
      },
      Resources: {
        Limits: { NanoCPUs: cpus * PROCESSOR, MemoryBytes: memory * MEBIBYTE },
        Reservations: { NanoCPUs: (cpus * PROCESSOR) / 8, MemoryBytes: (memory * MEBIBYTE) / 2 },
      },
      RestartPolicy: { Condition: 'none' },
      Placement: { Constraints: constraints },
      Networks: [{ Target: network }],
    },
    Mode: { Replicated: { Replicas: 1 } },
    EndpointSpec: {
      Mode: 'dnsrr',
      // At the machine that runs the container: the routing mesh of a Swarm would need IPVS in every kernel.
      Ports: Object.values(conventionalPorts).map((port) => ({ Protocol: 'tcp', TargetPort: port, PublishMode: 'host' })),
    },
  } as CreateServiceOptions;
}
