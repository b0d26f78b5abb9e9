import { parseValueHex } from '../../../../chains/stacks/codec/value/value-reader.js';
import type { Machine } from '../machine/machine.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { execute } from '../machine/session.js';
import { originNonce } from '../origin/origin-state.js';
import type { VmAccount } from '../types.js';

/** No contract has a longer name, and the VM does not read longer ones; the RPC accepts up to 128 characters. */
const MAX_CONTRACT_NAME = 40;

/** Reads balance and lock of any principal; an unused one has nothing. */
export function readAccount(machine: Machine, principal: string): VmAccount {
  if ((principal.split('.')[1] ?? '').length > MAX_CONTRACT_NAME) return { balance: 0n, locked: 0n, unlockHeight: 0 };
  const outcome = execute(machine, BOOT_ADDRESS, `(stx-account '${principal})`);
  const value = outcome.ok ? parseValueHex(outcome.result) : undefined;
  if (value?.type !== 'tuple') throw new Error(`the Clarity VM did not return the account of ${principal}`);
  const field = (name: string) => {
    const found = value.fields.find(([key]) => key === name)?.[1];
    return found?.type === 'uint' ? found.value : 0n;
  };
  const firstNonce = originNonce(machine.origin, principal);
  return {
    balance: field('unlocked'),
    locked: field('locked'),
    unlockHeight: Number(field('unlock-height')),
    ...(firstNonce > 0n && { firstNonce }),
  };
}
