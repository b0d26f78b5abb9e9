import { createTurns } from '../../../base/turns.js';
import { encodeAddress } from '../../protocol/address/address.js';
import { hashToHex, toHex } from '../../protocol/codec/hex.js';
import { outPointKey } from '../../protocol/codec/transaction.js';
import { inOrder, type WalletView } from './history.js';
import type { WalletTx } from './state.js';

/**
 * Returns the wallet's addresses, those together that one transaction spends or receives its change (Core's `GetAddressGroupings`). The
 * transactions are those when it is called; other calls are answered meanwhile.
 */
export async function addressGroups(view: WalletView): Promise<string[][]> {
  const turn = createTurns();
  const groups = new Map<string, Set<string>>();
  for (const tx of inOrder(view.state)) {
    const { spent, own } = addressesOf(view, tx);
    const change = own.filter((address) => !view.state.labels.has(address));
    for (const group of [spent.length > 0 ? [...spent, ...change] : [], ...own.map((address) => [address])]) merge(groups, group);
    await turn();
  }
  return [...new Set(groups.values())].map((group) => [...group].sort());
}

function addressesOf({ state }: WalletView, { record }: WalletTx): { spent: string[]; own: string[] } {
  const spent = record.tx.inputs.flatMap(({ previous }) => {
    if (!state.owned.has(outPointKey(previous))) return [];
    const output = state.transactions.get(hashToHex(previous.hash))?.record.tx.outputs[previous.index];
    return (output && encodeAddress(output.scriptPubKey)) ?? [];
  });
  const own = record.tx.outputs.flatMap(({ scriptPubKey }) =>
    state.scripts.has(toHex(scriptPubKey)) ? (encodeAddress(scriptPubKey) ?? []) : [],
  );
  return { spent, own };
}

/** Joins a group with those that share an address with it. The largest takes in the others, so that each address moves seldom. */
function merge(groups: Map<string, Set<string>>, group: string[]): void {
  const parts = new Set(group.flatMap((address) => groups.get(address) ?? []));
  const largest = [...parts].reduce((a, b) => (b.size > a.size ? b : a), new Set<string>());
  for (const address of [...group, ...[...parts].filter((part) => part !== largest).flatMap((part) => [...part])]) {
    largest.add(address);
    groups.set(address, largest);
  }
}
