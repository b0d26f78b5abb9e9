import { type Outcome, stateEvents } from '../../history/lookup/outcome.js';
import { showValue } from '../show/clarity.js';

/** What a principal sent and received by a transaction, newest event first. Its sender pays the fee, sponsored or not, as in the API. */
export function showTransfers({ events, fee, sender }: Outcome, name: string) {
  let sent = sender === name ? fee : 0n;
  let received = 0n;
  const transfers = { stx: [] as object[], ft: [] as object[], nft: [] as object[] };
  for (const event of stateEvents(events).reverse()) {
    if (!('action' in event) || (event.sender !== name && event.recipient !== name)) continue;
    // A mint has no sender and a burn no recipient, which the API shows as empty text.
    const parties = { sender: event.sender ?? '', recipient: event.recipient ?? '' };
    if (event.kind === 'nft') transfers.nft.push({ asset_identifier: event.asset, value: showValue(event.value), ...parties });
    else if (event.kind === 'ft') transfers.ft.push({ asset_identifier: event.asset, amount: `${event.amount}`, ...parties });
    else {
      transfers.stx.push({ amount: `${event.amount}`, ...parties });
      if (event.sender === name) sent += event.amount;
      if (event.recipient === name) received += event.amount;
    }
  }
  return {
    stx_sent: `${sent}`,
    stx_received: `${received}`,
    stx_transfers: transfers.stx,
    ft_transfers: transfers.ft,
    nft_transfers: transfers.nft,
  };
}
