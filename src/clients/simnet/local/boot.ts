import { type BootContract, BootedState } from '../../../clarity/boot.js';
import type { AnyEpochName } from '../../../clarity/epoch.js';
import type { Rules } from '../../../clarity/execution.js';
import { contractPrincipal, parsePrincipal } from '../../../clarity/values.js';
import type { ProjectBootContract } from '../../../project/clarinet.js';
import { MAINNET_DEPLOYER, packagedSources, SBTC_NAMES } from '../../../sbtc/deployments.js';
import { bootContracts, epochName, tokenOfPox5 } from '../../../stacks/node.js';

/** The addresses of boot contracts: a simnet has those of a testnet and those of mainnet. */
export const BOOT_ADDRESSES = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'];
/** Mainnet's cycles, as in the VM of clarinet-sdk. */
const POX = { rewardLength: 1050, prepareLength: 50 };
/** Contracts of nodes that clarinet-sdk does not have. */
const ONLY_OF_NODES = /^(?:signers-\d+-\d+|sip-031|genesis)$/;

/** Returns the contracts that a simnet has from the start; each is deployed when something asks for it. */
export function simnetState(overrides: readonly ProjectBootContract[], rulesOf: (epoch: AnyEpochName) => Rules): BootedState {
  const boot = BOOT_ADDRESSES.flatMap((bootAddress) => {
    const replaced = overrides.map(({ name, source }) => ({ contract: `${bootAddress}.${name}`, source, ...publicationOf(name) }));
    return bootContracts({ bootAddress, pox: POX, replaced, startOf: () => 0 });
  });
  const contracts = [...sbtc(), ...boot.filter(({ id }) => !ONLY_OF_NODES.test(id.name ?? ''))];
  return new BootedState([...contracts, ...tokenOfPox5(contracts)], rulesOf);

  function publicationOf(name: string): { epoch: string; clarityVersion: number } {
    const [address = ''] = BOOT_ADDRESSES;
    const own = bootContracts({ bootAddress: address, pox: POX, startOf: () => 0 }).find(({ id }) => id.name === name);
    return { epoch: own === undefined ? 'Epoch34' : `Epoch${own.epoch.replace('.', '')}`, clarityVersion: own?.version ?? 5 };
  }
}

function sbtc(): BootContract[] {
  const deployer = parsePrincipal(MAINNET_DEPLOYER);
  const sources = packagedSources();
  return SBTC_NAMES.map((name) => ({
    id: contractPrincipal(deployer, name),
    source: sources[name],
    version: 3,
    epoch: epochName('Epoch30'),
  }));
}
