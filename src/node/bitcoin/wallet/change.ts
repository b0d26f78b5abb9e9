import type { TxOut } from '../../../chains/bitcoin/codec/transaction.js';
import { matchScript } from '../../../chains/bitcoin/script/pattern.js';
import type { AddressType } from '../rpc/arguments/address-type.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import { activeDescriptor, scriptsAt, takeScript } from './keys.js';
import type { WalletState } from './state.js';

/** The types of change for types of recipients, in Core's order of preference (`TransactionChangeType`). */
const PREFERENCES: [recipient: string, change: AddressType][] = [
  ['witness_v1_taproot', 'bech32m'],
  ['witness_v0_keyhash', 'bech32'],
  ['scripthash', 'p2sh-segwit'],
  ['pubkeyhash', 'legacy'],
];
const OTHERWISE: AddressType[] = ['bech32m', 'bech32', 'p2sh-segwit', 'legacy'];

/** Returns the next script for change, and a function that uses it up. @param wanted its type @throws RpcError −4 */
export function peekChange(state: WalletState, outputs: TxOut[], wanted?: AddressType): { script: Uint8Array; take?: () => void } {
  const recipients = new Set<string>(outputs.map(({ scriptPubKey }) => matchScript(scriptPubKey).type));
  const alike = PREFERENCES.filter(([recipient]) => recipients.has(recipient)).map(([, change]) => change);
  const types = wanted === undefined ? [...alike, ...OTHERWISE] : [wanted];
  const given = types.map((type) => activeDescriptor(state, type, true)).find((each) => each !== undefined);
  const [script] = given === undefined ? [] : scriptsAt(given.descriptor, given.next);
  if (given !== undefined && script !== undefined) return { script, take: () => void takeScript(state, given) };
  const message = "Transaction needs a change address, but we can't generate it. Error: This wallet has no available keys";
  throw new RpcError(RPC_CODE.WALLET_ERROR, message);
}
