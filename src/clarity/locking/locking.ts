import { RuntimeFailure } from '../failure.js';
import type { PoxVersion } from '../state/unlock-heights.js';
import { standardPrincipal } from '../values/principal.js';
import type { PrincipalValue } from '../values/value.js';
import type { LockingHost, PoxCall } from './host.js';
import { lockStacked } from './stacking.js';
import { lockStaked } from './staking.js';

/** The addresses of the boot contracts (`boot_code_addr`). */
const BOOT_ADDRESS = { mainnet: bootAddress(22), testnet: bootAddress(26) };

function bootAddress(version: number): string {
  return standardPrincipal(version, new Uint8Array(20)).id;
}

const VERSIONS: ReadonlyMap<string, PoxVersion> = new Map([
  ['pox', 1],
  ['pox-2', 2],
  ['pox-3', 3],
  ['pox-4', 4],
  ['pox-5', 5],
]);

/** Returns the version of a PoX contract of a network; undefined for other contracts. */
export function poxVersionOf({ id, name }: PrincipalValue, network: keyof typeof BOOT_ADDRESS): PoxVersion | undefined {
  if (name === undefined || id !== `${BOOT_ADDRESS[network]}.${name}`) return undefined;
  return VERSIONS.get(name);
}

/**
 * Does after a call of a PoX contract what contracts cannot: locks STX, and reports that (`handle_contract_call_special_cases`,
 * pox-locking/src/lib.rs). It runs after each such call that returned, also a nested one and one that returned an error.
 * @throws RuntimeFailure DefunctPoxContract, PoxAlreadyLocked
 * @throws CheckFailure PoxStxAssetMapOverwrite
 * @throws InternalFailure if the contract's answer cannot be
 */
export function afterPoxCall(host: LockingHost, call: PoxCall): void {
  if (isDefunct(host, call)) throw new RuntimeFailure('DefunctPoxContract');
  if (call.version === 5) lockStaked(host, call);
  else lockStacked(host, { ...call, version: call.version });
}

/** The epochs that ended the versions: all but read-only functions fail, once they have run. */
const DEFUNCT_SINCE = { 2: '2.2', 3: '2.5', 4: '4.0' } as const;

function isDefunct({ epoch, clock }: LockingHost, { version, fn, isReadOnly }: PoxCall): boolean {
  // The node's lists of what is read-only lack this one.
  const isListed = isReadOnly && (version === 4 || fn !== 'check-caller-allowed');
  if (version === 5 || isListed) return false;
  return version === 1 ? clock.unlockHeights[1] <= clock.burnHeight : epoch.since(DEFUNCT_SINCE[version]);
}
