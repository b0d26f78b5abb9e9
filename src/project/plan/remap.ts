import type { Remap } from './types.js';

const MAINNET_BOOT = 'SP000000000000000000002Q6VF78';
const TESTNET_BOOT = 'ST000000000000000000002AMW42H';
/** Who deployed sBTC on mainnet and on the testnet. */
const SBTC_DEPLOYERS = ['SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4', 'ST1F7QA2MDF17S807EPA36TSS8AMEFY4KA9TVGWXT'];
const SBTC_CONTRACTS = ['sbtc-registry', 'sbtc-token', 'sbtc-bootstrap-signers', 'sbtc-deposit', 'sbtc-withdrawal'];

/** Replaces the address of mainnet's boot contracts by that of a local network's: a node has one set, under the address of its kind. */
export function remapBoot(id: string): string {
  return id.startsWith(`${MAINNET_BOOT}.`) ? TESTNET_BOOT + id.slice(MAINNET_BOOT.length) : id;
}

/** Returns the contract of this network that a contract of sBTC stands for; undefined for other contracts. */
export function ownSbtc(contractId: string, deployer: string | undefined): string | undefined {
  const [address = '', name = ''] = contractId.split('.');
  if (deployer === undefined || !SBTC_DEPLOYERS.includes(address) || !SBTC_CONTRACTS.includes(name)) return undefined;
  return `${deployer}.${name}`;
}

/** Returns the replacements of sBTC's ids by those of the network. */
export function sbtcRemaps(deployer: string | undefined): Remap[] {
  if (deployer === undefined) return [];
  return SBTC_DEPLOYERS.flatMap((from) => SBTC_CONTRACTS.map((name) => ({ from: `${from}.${name}`, to: `${deployer}.${name}` })));
}

/** Replaces the start of an id: an address, or a contract, also before the name of one of its traits. */
export function remapStart(id: string, remaps: readonly Remap[]): string {
  return remaps.reduce((result, { from, to }) => (isAt(result, from) ? to + result.slice(from.length) : result), id);
}

/** `SP….token` is not part of `SP….token-2`. */
function isAt(id: string, start: string): boolean {
  return id.startsWith(start) && (id.length === start.length || id[start.length] === '.');
}
