import type { ClarityCode } from '../machine/code.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { bootContractsTable } from '../origin/boot-contracts.js';
import type { Origin } from '../origin/origin.js';
import { packedOrigin } from '../origin/packed-origin.js';
import { readSessionTable } from '../origin/table-file.js';
import { balanceValues, type GenesisBalance } from './balances.js';
import { BOOT_CONTRACTS, isPublished } from './boot-contracts.js';
import type { Genesis } from './genesis.js';

const SIP_031 = `${BOOT_ADDRESS}.sip-031`;
/** What a node mints to it with epoch 3.2, in micro-STX (stacks-core: `SIP_031_INITIAL_MINT`). */
const SIP_031_BALANCE = 200_000_000_000_000n;

/** `keep` stores what was made for it. To be called once the VM has booted. */
type GenesisOrigin = { origin: Origin; keep(): Promise<void> };

/** Returns the state that a chain begins with: boot contracts and balances. @param folder of the cache; undefined for none */
export async function genesisOrigin(
  code: ClarityCode,
  { balances, contracts: later = [], bootContracts: contracts = [], epoch }: Genesis,
  folder: string | undefined,
): Promise<GenesisOrigin> {
  const base = readSessionTable(code.digest);
  const made = contracts.length === 0 ? undefined : await bootContractsTable({ code, base, contracts, later, folder });
  const sip031 = BOOT_CONTRACTS.get('sip-031');
  const isFunded = sip031 !== undefined && isPublished(sip031, epoch) && contracts.some(({ contract }) => contract === SIP_031);
  const minted: GenesisBalance[] = isFunded ? [{ principal: SIP_031, amount: SIP_031_BALANCE }] : [];
  const values = balanceValues([...balances, ...minted], epoch);
  const tables = made === undefined ? [base] : [base, made.table];
  return { origin: packedOrigin(tables, { values }), keep: async () => made?.keep() };
}
