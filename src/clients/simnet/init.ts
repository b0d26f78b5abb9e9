import type { ClarityValue } from '../../clarity/stacks-js.js';
import { networkOfRun } from './run-network.js';
import type { Simnet, SimnetDeploy, SimnetTx } from './types.js';

/** What a simnet records, as in clarinet-sdk. */
export type InitSimnetOptions = {
  /** Whether results have costs. @default false */
  trackCosts?: boolean | undefined;
  /** Whether `collectReport` has coverage. @default false */
  trackCoverage?: boolean | undefined;
  /** Without effect: `stacks-devnet profile` has costs by line. */
  trackPerformance?: boolean | undefined;
  /** Without effect. */
  performanceCostField?: string | undefined;
  /** URL of the Stacks API for requirements that the cache of the project does not have. @default Hiro's API */
  apiUrl?: string | undefined;
};

let known: Promise<Simnet> | undefined;

/**
 * Starts a simnet with the contracts of a Clarinet project, as `initSimnet` of clarinet-sdk does: in this thread, without a node and
 * without HTTP. Each call returns to the state after the deployment. If `stacks-devnet/simnet/setup` or `DEVNET_URL` names a network, the
 * simnet is this network.
 * @param manifestPath relative to the working directory; @default './Clarinet.toml'
 * @param noCache whether to make a new simnet; @default false: calls share one
 * @throws DevnetError INVALID_INPUT naming file, line and key; NOT_REACHABLE for requirements that cannot be fetched. As in clarinet-sdk,
 * calls that fail throw text
 * @example const simnet = await initSimnet();
 */
export async function initSimnet(manifestPath = './Clarinet.toml', noCache = false, options: InitSimnetOptions = {}): Promise<Simnet> {
  if (noCache || known === undefined) known = getSDK(options);
  const simnet = await known;
  await simnet.initSession(process.cwd(), manifestPath, options.apiUrl ?? null);
  return simnet;
}

/** Creates a simnet without contracts: `initSession` deploys those of a project. */
export async function getSDK(options: InitSimnetOptions = {}): Promise<Simnet> {
  showBigints();
  const network = networkOfRun();
  if (network !== undefined) return network;
  const { createLocalSimnet } = await import('./local/simnet.js');
  return createLocalSimnet(options);
}

/** Does nothing, because the order of deployment follows from the sources. @returns true */
export async function generateDeployement(_manifestPath?: string): Promise<boolean> {
  return true;
}

/** Makes transactions for `mineBlock`. */
export const tx = {
  callPublicFn: (contract: string, method: string, args: ClarityValue[], sender: string): SimnetTx => ({
    callPublicFn: { contract, method, args, sender },
  }),
  callPrivateFn: (contract: string, method: string, args: ClarityValue[], sender: string): SimnetTx => ({
    callPrivateFn: { contract, method, args, sender },
  }),
  deployContract: (name: string, content: string, options: SimnetDeploy['options'], sender: string): SimnetTx => ({
    deployContract: { name, content, options, sender },
  }),
  transferSTX: (amount: number | bigint, recipient: string, sender: string): SimnetTx => ({ transferSTX: { amount, recipient, sender } }),
};

/** Suites print Clarity values by `JSON.stringify`, which clarinet-sdk makes possible for all bigints. */
function showBigints(): void {
  if ('toJSON' in BigInt.prototype) return;
  const toJSON = function (this: bigint): string {
    return this.toString();
  };
  Object.defineProperty(BigInt.prototype, 'toJSON', { value: toJSON, writable: true, configurable: true });
}
