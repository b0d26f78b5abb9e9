import type { EnvironmentPlan, Program } from '../launch/launcher.js';

/** The launcher's names of services. */
export const BITCOIND = 'bitcoind';
export const STACKS_NODE = 'stacks-node';

/** Returns `stacks-signer`, `stacks-signer-2`, … */
export function signerName(index: number): string {
  return index === 0 ? 'stacks-signer' : `stacks-signer-${index + 1}`;
}

export function serviceProgram(service: string): Program {
  return service === BITCOIND ? 'bitcoind' : service === STACKS_NODE ? 'stacks-node' : 'stacks-signer';
}

/** The port of a signer for the events of stacks-node. */
export const EVENTS = 'events';

/** Returns the names of the signers. */
export function signerNames(signers: number): string[] {
  return Array.from({ length: signers }, (_, index) => signerName(index));
}

/** Returns the port names of every service. */
export function servicePorts(signers: number): EnvironmentPlan['services'] {
  return {
    [BITCOIND]: ['rpc', 'p2p'],
    [STACKS_NODE]: ['rpc', 'p2p'],
    ...Object.fromEntries(signerNames(signers).map((name) => [name, [EVENTS]])),
  };
}
