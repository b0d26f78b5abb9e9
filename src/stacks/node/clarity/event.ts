import type { ContractEvent } from '../../../clarity/execution.js';
import type { Value } from '../../../clarity/values.js';
import { serialize } from '../../../clarity/values.js';
import { EncodedEvents, type EventBody } from '../../protocol/receipt/encoded-events.js';

/** Encodes events as a node sends them to its observers. */
export function encodeEvents(events: Iterable<ContractEvent>): EncodedEvents {
  return EncodedEvents.of(bodies(events));
}

/** One by one: a transaction may have a million. */
function* bodies(events: Iterable<ContractEvent>): Generator<EventBody> {
  for (const event of events) yield bodyOf(event);
}

/** `StacksTransactionEvent::json_serialize` of clarity/src/vm/events.rs: keys are in alphabetical order. */
function bodyOf(event: ContractEvent): EventBody {
  switch (event.type) {
    case 'print':
      return named('contract_event', { contract_identifier: event.contract.text, raw_value: hexOf(event.value), topic: 'print' });
    case 'stx-transfer': {
      const { sender, recipient, amount, memo } = event;
      const memoHex = Buffer.from(memo).toString('hex');
      return named('stx_transfer_event', { amount: `${amount}`, memo: memoHex, recipient: recipient.text, sender: sender.text });
    }
    case 'stx-mint':
      return named('stx_mint_event', { amount: `${event.amount}`, recipient: event.recipient.text });
    case 'stx-burn':
      return named('stx_burn_event', { amount: `${event.amount}`, sender: event.sender.text });
    case 'stx-lock': {
      const { locked, amount, unlockHeight, contract } = event;
      return named('stx_lock_event', {
        contract_identifier: contract.text,
        locked_address: locked.text,
        locked_amount: `${amount}`,
        unlock_height: `${unlockHeight}`,
      });
    }
    case 'ft-transfer': {
      const { asset, sender, recipient, amount } = event;
      return named('ft_transfer_event', { amount: `${amount}`, asset_identifier: asset, recipient: recipient.text, sender: sender.text });
    }
    case 'ft-mint':
      return named('ft_mint_event', { amount: `${event.amount}`, asset_identifier: event.asset, recipient: event.recipient.text });
    case 'ft-burn':
      return named('ft_burn_event', { amount: `${event.amount}`, asset_identifier: event.asset, sender: event.sender.text });
    case 'nft-transfer': {
      const { asset, sender, recipient, value } = event;
      return named('nft_transfer_event', {
        asset_identifier: asset,
        raw_value: hexOf(value),
        recipient: recipient.text,
        sender: sender.text,
      });
    }
    case 'nft-mint':
      return named('nft_mint_event', { asset_identifier: event.asset, raw_value: hexOf(event.value), recipient: event.recipient.text });
    case 'nft-burn':
      return named('nft_burn_event', { asset_identifier: event.asset, raw_value: hexOf(event.value), sender: event.sender.text });
  }
}

function named(type: string, detail: object): EventBody {
  return { type, [type]: detail };
}

function hexOf(value: Value): string {
  return `0x${Buffer.from(serialize(value)).toString('hex')}`;
}
