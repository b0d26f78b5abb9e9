import { hexOf } from '#dist/clarity/bytes.js';
import type { AssetsOfOwner } from '#dist/clarity/execution/asset-log.js';
import type { ContractEvent } from '#dist/clarity/execution/event.js';
import { displayValue } from '#dist/clarity/values/display.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import type { Value } from '#dist/clarity/values/value.js';
import type { Outcome } from './session.js';

/** What a deploy or a call did, as JSON. Values are hex, numbers are decimal. */
export type Answer = {
  readonly result?: string | undefined;
  /** `aborted` with the text of a receipt, or how the transaction is none of a block. */
  readonly failure?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly assets?: readonly string[] | undefined;
  /** Runtime, reads and their bytes, writes and their bytes. */
  readonly cost: readonly number[];
  /** Absent after a failure. */
  readonly memory?: number | undefined;
  readonly interface?: string | undefined;
};

export function answerOf({ result, failure, events, assets, cost, memory, interface: text }: Outcome): Answer {
  const { runtime, readCount, readLength, writeCount, writeLength } = cost;
  return {
    result: result && hex(result),
    failure: failure && (failure.type === 'aborted' ? `aborted ${failure.vmError}` : failure.type),
    events: events.map(eventText),
    assets: [...assets.values()].flatMap(assetTexts).sort(),
    cost: [runtime, readCount, readLength, writeCount, writeLength],
    memory: failure === undefined ? memory : undefined,
    interface: text,
  };
}

function hex(value: Value): string {
  return hexOf(serialize(value));
}

export function eventText(event: ContractEvent): string {
  switch (event.type) {
    case 'print':
      return `print ${event.contract.text} ${hex(event.value)}`;
    case 'stx-transfer':
      return `stx-transfer ${event.sender.text} ${event.recipient.text} ${event.amount} ${hexOf(event.memo)}`;
    case 'stx-mint':
      return `stx-mint ${event.recipient.text} ${event.amount}`;
    case 'stx-burn':
      return `stx-burn ${event.sender.text} ${event.amount}`;
    case 'stx-lock':
      return `stx-lock ${event.locked.text} ${event.amount} ${event.unlockHeight} ${event.contract.text}`;
    case 'ft-transfer':
      return `ft-transfer ${event.asset} ${event.sender.text} ${event.recipient.text} ${event.amount}`;
    case 'ft-mint':
      return `ft-mint ${event.asset} ${event.recipient.text} ${event.amount}`;
    case 'ft-burn':
      return `ft-burn ${event.asset} ${event.sender.text} ${event.amount}`;
    case 'nft-transfer':
      return `nft-transfer ${event.asset} ${event.sender.text} ${event.recipient.text} ${hex(event.value)}`;
    case 'nft-mint':
      return `nft-mint ${event.asset} ${event.recipient.text} ${hex(event.value)}`;
    case 'nft-burn':
      return `nft-burn ${event.asset} ${event.sender.text} ${hex(event.value)}`;
  }
}

function assetTexts({ owner, stx, burned, stacked, fungible, nonFungible, didPoxAction }: AssetsOfOwner): string[] {
  const { text } = owner;
  return [
    ...(stx === undefined ? [] : [`${text} stx ${stx}`]),
    ...(burned === undefined ? [] : [`${text} burned ${burned}`]),
    ...(stacked === undefined ? [] : [`${text} stacked ${stacked}`]),
    ...(didPoxAction ? [`${text} pox`] : []),
    ...[...fungible].map(([asset, amount]) => `${text} ${asset} ${amount}`),
    ...[...nonFungible].map(([asset, values]) => `${text} ${asset} ${values.map(displayValue).join(' ')}`),
  ];
}
