import { isRecord } from '../../base/json.js';
import type { StacksEvent } from '../../stacks/receipt.js';
import { contractEvent } from '../../stacks/receipt.js';
import { cut } from './line.js';
import type { Names } from './names.js';
import { stx } from './stacks-transaction.js';
import { valueText } from './value-text.js';

/** The longest value that a line shows, in characters. */
const LONGEST = 200;

/** Describes what a transaction printed or moved: `print deployer.counter {n: u1}`, `mint 5 coin to wallet_1`. */
export function describeEvent(event: StacksEvent, names: Names): string {
  const printed = contractEvent(event);
  if (printed !== undefined) {
    return `${printed.topic} ${names.stacks(printed.contract_identifier)} ${shortValue(printed.raw_value, names)}`;
  }
  const detail = event[event.type];
  const { sender, recipient, amount, locked_amount, locked_address, unlock_height, asset_identifier, raw_value } = isRecord(detail)
    ? detail
    : {};
  const asset = assetName(asset_identifier);
  const moved = raw_value === undefined ? `${amount} ${asset}` : `${asset} ${shortValue(String(raw_value), names)}`;
  const from = ` from ${names.stacks(String(sender))}`;
  const to = ` to ${names.stacks(String(recipient))}`;
  switch (event.type) {
    case 'stx_transfer_event':
      return `transfer ${stx(String(amount))}${from}${to}`;
    case 'stx_mint_event':
      return `mint ${stx(String(amount))}${to}`;
    case 'stx_burn_event':
      return `burn ${stx(String(amount))}${from}`;
    case 'stx_lock_event':
      return `lock ${stx(String(locked_amount))} of ${names.stacks(String(locked_address))} until Bitcoin block ${unlock_height}`;
    case 'ft_transfer_event':
    case 'nft_transfer_event':
      return `transfer ${moved}${from}${to}`;
    case 'ft_mint_event':
    case 'nft_mint_event':
      return `mint ${moved}${to}`;
    case 'ft_burn_event':
    case 'nft_burn_event':
      return `burn ${moved}${from}`;
    default:
      return event.type;
  }
}

/** A serialized value in the syntax of Clarity, cut where it is long. */
function shortValue(hex: string, names: Names): string {
  return cut(names.inText(valueText(hex)), LONGEST);
}

/** `ST….sbtc-token::sbtc-token` is `sbtc-token`. */
function assetName(identifier: unknown): string {
  return String(identifier).split('::').at(-1) ?? '';
}
