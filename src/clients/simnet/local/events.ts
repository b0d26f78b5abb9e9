import { hexOf } from '../../../clarity/bytes.js';
import type { ContractEvent } from '../../../clarity/execution.js';
import type { Value } from '../../../clarity/values.js';
import { serialize } from '../../../clarity/values.js';
import { toClarityValue } from '../../../clarity/vm.js';
import type { SimnetEvent } from '../types.js';

/** Returns an event in the form of clarinet-sdk. */
export function toSimnetEvent(event: ContractEvent): SimnetEvent {
  const name = event.type === 'print' ? 'print_event' : `${event.type.replace('-', '_')}_event`;
  return { event: name, data: dataOf(event) };
}

function dataOf(event: ContractEvent): SimnetEvent['data'] {
  switch (event.type) {
    case 'print':
      return { contract_identifier: event.contract.text, topic: 'print', ...valueFields(event.value) };
    case 'stx-transfer':
      return { sender: event.sender.text, recipient: event.recipient.text, amount: `${event.amount}`, memo: memoOf(event.memo) };
    case 'stx-mint':
      return { recipient: event.recipient.text, amount: `${event.amount}` };
    case 'stx-burn':
      return { sender: event.sender.text, amount: `${event.amount}` };
    case 'stx-lock': {
      const { locked, amount, unlockHeight, contract } = event;
      return {
        locked_amount: `${amount}`,
        unlock_height: `${unlockHeight}`,
        locked_address: locked.text,
        contract_identifier: contract.text,
      };
    }
    case 'ft-transfer':
      return {
        asset_identifier: event.asset,
        sender: event.sender.text,
        recipient: event.recipient.text,
        amount: `${event.amount}`,
      };
    case 'ft-mint':
      return { asset_identifier: event.asset, recipient: event.recipient.text, amount: `${event.amount}` };
    case 'ft-burn':
      return { asset_identifier: event.asset, sender: event.sender.text, amount: `${event.amount}` };
    case 'nft-transfer':
      return { asset_identifier: event.asset, sender: event.sender.text, recipient: event.recipient.text, ...valueFields(event.value) };
    case 'nft-mint':
      return { asset_identifier: event.asset, recipient: event.recipient.text, ...valueFields(event.value) };
    case 'nft-burn':
      return { asset_identifier: event.asset, sender: event.sender.text, ...valueFields(event.value) };
  }
}

function valueFields(value: Value): Pick<SimnetEvent['data'], 'raw_value' | 'value'> {
  return { raw_value: `0x${hexOf(serialize(value))}`, value: toClarityValue(value) };
}

/** A transfer transaction pads its memo with zeros. */
function memoOf(memo: Uint8Array): string {
  return hexOf(memo).replace(/(?:00)+$/, '');
}
