import type { StacksReceipt } from '../../chains/stacks/receipt/node-receipt.js';
import { field } from '../../json.js';
import { showValue } from '../extended/transaction-events.js';

/** A transfer of STX in a transaction's events. */
export type StxTransfer = { amount: string; sender: string | undefined; recipient: string | undefined };
/** A transfer of one non-fungible token. */
export type NftTransfer = {
  sender: string | undefined;
  recipient: string | undefined;
  asset_identifier: string;
  asset_event_type: string;
  value: { hex: string; repr: string };
  tx_id: string;
  tx_index: number;
  block_height: number;
  event_index: number;
};

/** The transfers in a transaction's events, and every principal that they name. */
export function transfersOf(receipt: StacksReceipt, height: number): { stx: StxTransfer[]; nft: NftTransfer[]; principals: Set<string> } {
  const stx: StxTransfer[] = [];
  const nft: NftTransfer[] = [];
  const principals = new Set<string>();
  for (const event of receipt.events.filter(({ committed }) => committed)) {
    const detail = event[event.type];
    const get = (name: string): string | undefined => {
      const value = typeof detail === 'object' && detail !== null ? field(detail, name) : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const [sender, recipient] = [get('sender'), get('recipient')];
    for (const principal of [sender, recipient, get('locked_address')]) if (principal !== undefined) principals.add(principal);
    const [, kind, action = ''] = /^(stx|nft)_(transfer|mint|burn)_event$/.exec(event.type) ?? [];
    if (kind === 'stx') stx.push({ amount: get('amount') ?? '0', sender, recipient });
    if (kind === 'nft') {
      nft.push({
        sender,
        recipient,
        asset_identifier: get('asset_identifier') ?? '',
        asset_event_type: action,
        value: showValue(get('raw_value') ?? '0x'),
        tx_id: receipt.txid,
        tx_index: receipt.txIndex,
        block_height: height,
        event_index: event.event_index,
      });
    }
  }
  return { stx, nft, principals };
}

/** Returns the STX that a principal sent, including the fee, and received. */
export function flow(transfers: readonly StxTransfer[], principal: string, fee: bigint): { stx_sent: string; stx_received: string } {
  const sum = (side: 'sender' | 'recipient'): bigint =>
    transfers.filter((transfer) => transfer[side] === principal).reduce((total, { amount }) => total + BigInt(amount), 0n);
  return { stx_sent: `${sum('sender') + fee}`, stx_received: `${sum('recipient')}` };
}
