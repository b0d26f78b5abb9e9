import type { ContractEvent } from '../../../clarity/execution/event.js';
import { serialize } from '../../../clarity/values/serialize.js';
import type { Value } from '../../../clarity/values/value.js';

/** An event as a node sends it to its observers, without what says where it is: `{ type, <type>: { … } }`. */
export type NodeEvent = { type: string; [detail: string]: unknown };

/** `StacksTransactionEvent::json_serialize` of clarity/src/vm/events.rs. */
export function nodeEvent(event: ContractEvent): NodeEvent {
  switch (event.type) {
    case 'print':
      return named('contract_event', { contract_identifier: event.contract.text, topic: 'print', raw_value: hexOf(event.value) });
    case 'stx-transfer': {
      const { sender, recipient, amount, memo } = event;
      const memoHex = Buffer.from(memo).toString('hex');
      return named('stx_transfer_event', { sender: sender.text, recipient: recipient.text, amount: `${amount}`, memo: memoHex });
    }
    case 'stx-mint':
      return named('stx_mint_event', { recipient: event.recipient.text, amount: `${event.amount}` });
    case 'stx-burn':
      return named('stx_burn_event', { sender: event.sender.text, amount: `${event.amount}` });
    case 'stx-lock': {
      const { locked, amount, unlockHeight, contract } = event;
      return named('stx_lock_event', {
        locked_amount: `${amount}`,
        unlock_height: `${unlockHeight}`,
        locked_address: locked.text,
        contract_identifier: contract.text,
      });
    }
    case 'ft-transfer': {
      const { asset, sender, recipient, amount } = event;
      return named('ft_transfer_event', {
        asset_identifier: asset,
        sender: sender.text,
        recipient: recipient.text,
        amount: `${amount}`,
      });
    }
    case 'ft-mint':
      return named('ft_mint_event', { asset_identifier: event.asset, recipient: event.recipient.text, amount: `${event.amount}` });
    case 'ft-burn':
      return named('ft_burn_event', { asset_identifier: event.asset, sender: event.sender.text, amount: `${event.amount}` });
    case 'nft-transfer': {
      const { asset, sender, recipient, value } = event;
      return named('nft_transfer_event', {
        asset_identifier: asset,
        sender: sender.text,
        recipient: recipient.text,
        raw_value: hexOf(value),
      });
    }
    case 'nft-mint':
      return named('nft_mint_event', { asset_identifier: event.asset, recipient: event.recipient.text, raw_value: hexOf(event.value) });
    case 'nft-burn':
      return named('nft_burn_event', { asset_identifier: event.asset, sender: event.sender.text, raw_value: hexOf(event.value) });
  }
}

function named(type: string, detail: object): NodeEvent {
  return { type, [type]: detail };
}

function hexOf(value: Value): string {
  return `0x${Buffer.from(serialize(value)).toString('hex')}`;
}
