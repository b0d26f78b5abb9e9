import { type PoxCycles, poxSetUp } from '../boot/pox-set-up.js';
import type { GenesisContract } from './genesis.js';
import { toClarityValue } from './value.js';

/** The build puts them here: scripts/bundle.mjs. */
declare const BOOT_CONTRACTS: readonly GenesisContract[];

/** How the network of the boot contracts is set up. */
export type BootContractsOptions = Partial<PoxCycles>;

/**
 * Returns the boot contracts of a testnet, at `ST000000000000000000002AMW42H`: PoX, BNS, costs, signers and so on, in the order of a chain.
 * They are those of the embedded engine. PoX has the given cycles: 20 Bitcoin blocks, of which 5 prepare the next one, by default.
 */
export function bootContracts({ rewardLength = 20, prepareLength = 5, firstPox5Cycle = 0 }: BootContractsOptions = {}): GenesisContract[] {
  return BOOT_CONTRACTS.map((contract) => {
    const setUp = poxSetUp(nameOf(contract), { rewardLength, prepareLength, firstPox5Cycle });
    return setUp === undefined ? contract : { ...contract, setUp: { fn: setUp.fn, args: setUp.args.map(toClarityValue) } };
  });
}

function nameOf({ contract }: GenesisContract): string {
  return contract.slice(contract.indexOf('.') + 1);
}
