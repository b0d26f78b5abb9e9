import { contractEvent } from '../chains/stacks/receipt/contract-event.js';
import type { DecodedEvent, DevnetEvent } from '../devnet/types.js';
import type { MiningMode } from '../mining-mode.js';

const FAUCET_UNITS = { btc: 'sats', stx: 'micro-STX', sbtc: 'sats of sBTC' } as const;

/** Formats an event as lines for people. */
export function eventLines(event: DevnetEvent): string[] {
  switch (event.type) {
    case 'bitcoin.block':
      return [`bitcoin  block ${event.height}  ${event.hash}  ${count(event.txids.length, 'transaction')}`];
    case 'bitcoin.reorg':
      return [`bitcoin  reorganised above block ${event.forkHeight}, now at ${event.height}  ${event.hash}`];
    case 'bitcoin.tx':
      return [`bitcoin  transaction ${event.txid}`];
    case 'bitcoin.dropped':
      return [`bitcoin  dropped ${event.txid}: ${event.reason}`];
    case 'stacks.block':
      return [
        `stacks   block ${event.height}  ${event.hash}  on Bitcoin block ${event.burnHeight}, ${count(event.receipts.length + (event.unknownOutcomes?.length ?? 0), 'transaction')}`,
        ...event.receipts.flatMap(({ txid, status, events }) => [`           ${txid}  ${status}`, ...printLines(events)]),
        ...(event.unknownOutcomes ?? []).map(({ txid }) => `           ${txid}  outcome unknown`),
      ];
    case 'stacks.reorg':
      return [`stacks   reorganised above block ${event.forkHeight}, now at ${event.height}  ${event.hash}`];
    case 'stacks.tx':
      return [`stacks   transaction ${event.txid}`];
    case 'stacks.dropped':
      return [`stacks   dropped ${event.txid}: ${event.reason}${event.detail === undefined ? '' : `, ${event.detail}`}`];
    case 'stacks.rejected':
      return [`stacks   rejected ${event.txid}: ${event.reason}`];
    case 'faucet.payment':
      return [`faucet   ${event.amount} ${FAUCET_UNITS[event.coin]} to ${event.address}  ${event.txId}`];
    case 'sbtc.deposit':
      return [`sbtc     deposit ${event.txid}:${event.vout} of ${event.amount} sats ${event.status}: ${event.statusMessage}`];
    case 'sbtc.withdrawal':
      return [`sbtc     withdrawal ${event.requestId} of ${event.amount} sats ${event.status}: ${event.statusMessage}`];
    case 'mining':
      return [`mining   bitcoin ${modeText(event.modes.bitcoin)}, stacks ${modeText(event.modes.stacks)}`];
    case 'restored':
      return [`restored snapshot ${event.id}`];
    case 'stall':
      return [`stalled  ${event.cause}`, `         ${event.remedy}`];
  }
}

/** Returns an event for scripts. Receipts have only txid, status and what contracts printed; the rest is available on request. */
export function eventObject(event: DevnetEvent): object {
  if (event.type !== 'stacks.block') return event;
  const { receipts, unknownOutcomes, ...block } = event;
  const transactions = receipts.map(({ txid, status, events }) => {
    const printed = events.flatMap((one) => contractEvent(one) ?? []);
    return { txid, status, ...(printed.length > 0 && { printed }) };
  });
  return {
    ...block,
    transactions,
    ...(unknownOutcomes && { unknownOutcomes: unknownOutcomes.map(({ txid, reason }) => ({ txid, reason })) }),
  };
}

/** The longest value that a line shows, in characters. */
const LONGEST = 200;

/** One line for each print. Terminals get printable ASCII only, as Clarity escapes all else. */
function printLines(events: readonly DecodedEvent[]): string[] {
  return events.flatMap((event) => {
    const printed = contractEvent(event);
    if (printed === undefined) return [];
    const text = printed.value?.repr ?? printed.raw_value;
    const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
    return [`             ${printed.contract_identifier}  ${printed.topic} ${shown}`];
  });
}

function modeText(mode: MiningMode): string {
  return typeof mode === 'string' ? mode : `every ${mode.intervalMs} ms`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
