import { formatUnits } from '../../base/units.js';
import type { DevnetBlockEvent, DevnetEvent } from '../../network/data.js';
import type { MiningMode } from '../../stacks/mining-mode.js';
import type { DecodedReceipt } from '../../stacks/receipt.js';
import { countEvents, eachEvent, readReceipt } from '../../stacks/receipt.js';
import { describeEvent } from './events.js';
import { cut, type StoryLine, type Subject } from './line.js';
import { type Names, shortId } from './names.js';
import { describeTransaction, stx } from './stacks-transaction.js';
import { valueText } from './value-text.js';

const BTC_DECIMALS = 8;
/** The longest result that a line has beside the call, in characters. */
const LONGEST_RESULT = 30;

/** What the events of a network say to a person. */
export type Story = (event: DevnetEvent) => Promise<StoryLine[]>;

export type StoryOptions = {
  names: Names;
  /** Returns the outputs of a Bitcoin transaction, in sats; undefined if the node does not know it any more. */
  outputs(txid: string): Promise<{ address: string | undefined; sats: bigint }[] | undefined>;
};

export function createStory({ names, outputs }: StoryOptions): Story {
  return async (event) => {
    switch (event.type) {
      case 'bitcoin.tx':
        return [
          {
            topic: 'bitcoin',
            tone: 'quiet',
            text: `${shortId(event.txid)} pays ${paymentText(await outputs(event.txid), names)}`,
            about: bitcoinTx(event.txid),
          },
        ];
      case 'stacks.block':
        return blockLines(event, names);
      case 'stacks.tx': {
        const described = describeTransaction(event.rawTx, names);
        const text = `pending ${shortId(event.txid)}: ${described?.text ?? 'a transaction'}`;
        return [{ topic: 'stacks', tone: 'quiet', text, about: stacksTx(event.txid) }];
      }
      default:
        return [plainLine(event, names)].flat();
    }
  };
}

function paymentText(outputs: Awaited<ReturnType<StoryOptions['outputs']>>, names: Names): string {
  if (outputs === undefined) return 'unknown outputs';
  const paid = outputs.flatMap(({ address, sats }) => (address === undefined ? [] : [`${btc(sats)} to ${names.bitcoin(address)}`]));
  return paid.length === 0 ? 'no address' : paid.join(', ');
}

function blockLines(block: DevnetBlockEvent, names: Names): StoryLine[] {
  const { height, hash, burnHeight, receipts, unknownOutcomes = [] } = block;
  const count = receipts.length + unknownOutcomes.length;
  const text = `block ${height} ${shortId(hash)} on Bitcoin block ${burnHeight}, ${plural(count, 'transaction')}`;
  return [
    { topic: 'stacks', text, about: { kind: 'stacks.block', id: hash } },
    ...receipts.flatMap((receipt) => receiptLines(receipt, block, names)),
    ...unknownOutcomes.map(
      ({ txid, rawTx }): StoryLine => ({
        text: describeTransaction(rawTx, names)?.text ?? shortId(txid),
        end: ' → outcome unknown',
        about: stacksTx(txid),
      }),
    ),
  ];
}

/** Coinbases and changes of tenures are part of every tenure, so they have no line. */
function receiptLines(receipt: DecodedReceipt, block: DevnetBlockEvent, names: Names): StoryLine[] {
  const described = describeTransaction(receipt.rawTx, names);
  if (described?.type === 'coinbase' || described?.type === 'tenure-change') return [];
  const who = described?.text ?? shortId(receipt.txid);
  const fee = described === undefined || described.fee === 0n ? '' : `, fee ${stx(described.fee)}`;
  const result = described?.type === 'call' ? ` → ${cut(names.inText(valueText(receipt.rawResult)), LONGEST_RESULT)}` : '';
  const end = `${result}${fee}`;
  const about = stacksTx(receipt.txid);
  // The event of a transfer repeats what the transaction says.
  const details = described?.type === 'transfer' ? [] : eventTexts(receipt, names);
  if (receipt.status === 'success') {
    return [{ text: who, end, about }, ...details.map((text): StoryLine => ({ tone: 'quiet', isDetail: true, text }))];
  }
  const { origin, ...others } = receipt;
  const { reason = receipt.status } = readReceipt(others, block);
  const place = origin === undefined ? [] : [`${names.stacks(origin.contract)}:${origin.line}:${origin.column}  ${origin.expression}`];
  return [
    { tone: 'bad', text: who, end, about },
    ...[...place, ...names.inText(reason).split('\n'), receipt.txid].map((text): StoryLine => ({ tone: 'bad', isDetail: true, text })),
  ];
}

/** How many events of a transaction have a line. */
const MOST_EVENTS = 100;

function eventTexts(receipt: DecodedReceipt, names: Names): string[] {
  const texts: string[] = [];
  let left = countEvents(receipt) + (receipt.omittedEvents ?? 0);
  for (const event of eachEvent(receipt)) {
    if (texts.length === MOST_EVENTS) return [...texts, `${left} more events`];
    left--;
    if (event.committed) texts.push(describeEvent(event, names));
  }
  return left === 0 ? texts : [...texts, `${left} more events`];
}

type PlainEvent = Exclude<DevnetEvent, { type: 'bitcoin.tx' | 'stacks.block' | 'stacks.tx' }>;

/** The lines of events that need nothing but themselves. */
function plainLine(event: PlainEvent, names: Names): StoryLine | StoryLine[] {
  switch (event.type) {
    case 'bitcoin.block':
      return {
        topic: 'bitcoin',
        text: `block ${event.height} ${shortId(event.hash)}, ${plural(event.txids.length, 'transaction')}`,
        about: { kind: 'bitcoin.block', id: event.hash },
      };
    case 'bitcoin.reorg':
    case 'stacks.reorg': {
      const { type, forkHeight, height, hash } = event;
      const text = `reorganised above block ${forkHeight}, now at ${height} ${shortId(hash)}`;
      return { topic: type === 'bitcoin.reorg' ? 'bitcoin' : 'stacks', tone: 'bad', text };
    }
    case 'bitcoin.dropped':
    case 'stacks.dropped': {
      const { type, txid, reason } = event;
      const detail = type === 'stacks.dropped' && event.detail !== undefined ? `, ${event.detail}` : '';
      return {
        topic: type === 'bitcoin.dropped' ? 'bitcoin' : 'stacks',
        tone: 'bad',
        text: `dropped ${shortId(txid)}: ${reason}${detail}`,
        about: type === 'bitcoin.dropped' ? bitcoinTx(txid) : stacksTx(txid),
      };
    }
    case 'stacks.rejected':
      return { topic: 'stacks', tone: 'bad', text: `rejected ${shortId(event.txid)}: ${event.reason}` };
    case 'faucet.payment': {
      const amount = { btc: btc(event.amount), stx: stx(event.amount), sbtc: `${formatUnits(event.amount, BTC_DECIMALS)} sBTC` }[
        event.coin
      ];
      const to = event.chain === 'bitcoin' && event.coin === 'btc' ? names.bitcoin(event.address) : names.stacks(event.address);
      const about = event.chain === 'bitcoin' ? bitcoinTx(event.txId) : stacksTx(event.txId);
      return { topic: 'faucet', text: `${amount} to ${to} in ${shortId(event.txId)}`, about };
    }
    case 'sbtc.deposit':
    case 'sbtc.withdrawal': {
      const what = event.type === 'sbtc.deposit' ? `deposit ${shortId(event.txid)}:${event.vout}` : `withdrawal ${event.requestId}`;
      const tone = event.status === 'failed' ? 'bad' : undefined;
      return { topic: 'sbtc', tone, text: `${what} of ${btc(event.amount)} ${event.status}: ${event.statusMessage}` };
    }
    case 'mining':
      return { topic: 'network', text: `mining: Bitcoin ${modeText(event.modes.bitcoin)}, Stacks ${modeText(event.modes.stacks)}` };
    case 'restored':
      return { topic: 'network', text: `restored snapshot ${event.id}` };
    case 'stall':
      return [
        { topic: 'network', tone: 'bad', text: `stalled: ${event.cause}` },
        { topic: 'network', tone: 'bad', isDetail: true, text: event.remedy },
      ];
  }
}

function stacksTx(id: string): Subject {
  return { kind: 'stacks.tx', id };
}

function bitcoinTx(id: string): Subject {
  return { kind: 'bitcoin.tx', id };
}

function btc(sats: bigint | string): string {
  return `${formatUnits(String(sats), BTC_DECIMALS)} BTC`;
}

function modeText(mode: MiningMode): string {
  return typeof mode === 'string' ? mode : `every ${mode.intervalMs} ms`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
