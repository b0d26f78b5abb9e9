import type { TxOut } from '../../protocol/codec/transaction.js';
import { matchScript } from '../../protocol/script/pattern.js';
import type { AddressType } from '../rpc/arguments/address-type.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import type { WalletView } from './history.js';
import { activeDescriptor, scriptsAt, takeScript, topUp } from './keys.js';
import type { WalletDescriptor, WalletState } from './state.js';

/** The types of change for types of recipients, in Core's order of preference (`TransactionChangeType`). */
const PREFERENCES: [recipient: string, change: AddressType][] = [
  ['witness_v1_taproot', 'bech32m'],
  ['witness_v0_keyhash', 'bech32'],
  ['scripthash', 'p2sh-segwit'],
  ['pubkeyhash', 'legacy'],
];
const OTHERWISE: AddressType[] = ['bech32m', 'bech32'];

type Change = {
  /** Empty without keys: a payment without change needs none. */
  script: Uint8Array;
  /** @throws RpcError −4 without keys */
  check(): void;
  /** Uses scripts up, as many as there are. */
  use(count: number): void;
};

/**
 * Returns the next script for change. It is not used up until it is known that the payment succeeds.
 * @param wanted its type
 */
export function peekChange({ state, core }: WalletView, outputs: TxOut[], wanted?: AddressType): Change {
  const type = wanted ?? typeFor(state, outputs, core.walletDefaults.addressType);
  const given = activeDescriptor(state, type, true);
  const filled = given && topUp(state, given);
  const [script] = filled === undefined || filled.next > filled.end ? [] : scriptsAt(filled.descriptor, filled.next);
  if (filled !== undefined && script !== undefined) return { script, check: () => {}, use: (count) => useUp(state, filled, count) };
  const reason = given === undefined ? `No ${type} addresses available.` : 'Keypool ran out, please call keypoolrefill first';
  const message = `Transaction needs a change address, but we can't generate it. Error: ${reason}`;
  const check = () => {
    throw new RpcError(RPC_CODE.WALLET_ERROR, message);
  };
  return { script: new Uint8Array(), check, use: () => {} };
}

function useUp(state: WalletState, given: WalletDescriptor, count: number): void {
  for (let used = 0, next = given; used < count && next.next <= topUp(state, next).end; used++) {
    takeScript(state, next);
    next = state.descriptors.get(given.descriptor.text) ?? next;
  }
}

/** Returns the type of change like the recipients', of those that the wallet has (Core's `TransactionChangeType`). */
function typeFor(state: WalletState, outputs: TxOut[], otherwise: AddressType): AddressType {
  if (otherwise === 'legacy') return otherwise;
  const recipients = new Set<string>(outputs.map(({ scriptPubKey }) => matchScript(scriptPubKey).type));
  const alike = PREFERENCES.filter(([recipient]) => recipients.has(recipient)).map(([, change]) => change);
  return [...alike, ...OTHERWISE].find((type) => activeDescriptor(state, type, true) !== undefined) ?? otherwise;
}
