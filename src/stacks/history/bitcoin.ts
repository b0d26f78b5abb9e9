import { invalid } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import { hex, object, type Schema, whole } from '../../base/storage.js';
import type { Deadline } from '../../base/wait.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import type { BitcoinTxReceipt } from '../../bitcoin/receipt.js';
import type { Engine } from '../engine/engine.js';
import type { EngineEvent } from '../engine/engine-event.js';
import { createLedger, type Ledger, type LedgerState } from './ledger.js';
import type { SeenBy } from './tracked-event.js';
import { waitInLedger } from './wait-in-ledger.js';

/** Where each Bitcoin transaction is. */
export type BitcoinLedgerState = LedgerState<Place>;

type Place = { block: { height: number; hash: string } };
const PLACE: Schema<Place> = object<Place>({ block: object<Place['block']>({ height: whole(), hash: hex(32) }) });

/** Tracks Bitcoin transactions from mempool to block by an engine's events. */
export type BitcoinTracker = {
  /**
   * Resolves when the transaction has `confirmations` blocks, its own included. The transaction may be sent later.
   * @throws DevnetError DROPPED, REPLACED, ROLLED_BACK, TIMEOUT, ABORTED
   */
  waitForTx(txid: string, options: Deadline & { confirmations?: number | undefined }): Promise<BitcoinTxReceipt>;
  readonly ledger: Ledger<Place>;
  /** Takes an event in. */
  follow<Event extends EngineEvent>(event: Event): Event & SeenBy<'bitcoin'>;
};

/**
 * @param closed fires, with an error as its reason, when the network ends
 * @param from the state of the network that this one is a copy of
 */
export function followBitcoin(
  engine: Pick<Engine, 'tips'>,
  rpc: Pick<BitcoinClient, 'transaction' | 'header'>,
  closed: AbortSignal,
  from?: BitcoinLedgerState,
): BitcoinTracker {
  const ledger = createLedger<Place>(from ?? engine.tips().bitcoin.height, PLACE);

  return {
    ledger,
    follow<Event extends EngineEvent>(event: Event) {
      follow(ledger, event);
      return event as Event & SeenBy<'bitcoin'>;
    },
    async waitForTx(txid, { confirmations = 1, ...deadline }) {
      const id = checkTxid(txid);
      if (!Number.isSafeInteger(confirmations) || confirmations < 1) {
        throw invalid('confirmations', 'a whole number of at least 1', confirmations);
      }
      // The transaction may be older than the ledger, or its event may be on its way.
      if (ledger.state(id).at === 'unknown') await askNode(ledger, rpc, id);
      return waitInLedger({
        ...deadline,
        chain: 'Bitcoin',
        ledger,
        txid: id,
        what: `to have ${confirmations} confirmation${confirmations === 1 ? '' : 's'}`,
        arrived: ({ block }, depth) => (depth >= confirmations ? { txid: id, block, confirmations: depth } : undefined),
        closed,
      });
    },
  };
}

async function askNode(ledger: Ledger<Place>, rpc: Pick<BitcoinClient, 'transaction' | 'header'>, txid: string): Promise<void> {
  const before = ledger.restores();
  const tx = await rpc.transaction(txid);
  if (tx === undefined || (tx.block !== undefined && tx.block.confirmations < 1)) return;
  const block = tx.block && { height: (await rpc.header(tx.block.hash)).height, hash: tx.block.hash };
  if (ledger.state(txid).at !== 'unknown' || ledger.restores() !== before) return;
  if (block === undefined) ledger.pending(txid);
  else if (block.height <= ledger.height()) ledger.mined(txid, { block });
}

function follow(ledger: Ledger<Place>, event: EngineEvent): void {
  switch (event.type) {
    case 'bitcoin.tx':
      ledger.pending(event.txid);
      break;
    case 'bitcoin.dropped':
      ledger.dropped(event.txid, event.reason, event.replacedBy);
      break;
    case 'bitcoin.reorg':
      ledger.reorg(event.forkHeight);
      break;
    case 'bitcoin.block': {
      const place = { block: { height: event.height, hash: event.hash } };
      ledger.block(
        event.height,
        event.txids.map((txid) => [txid, place] as const),
      );
      break;
    }
    default:
  }
}

function checkTxid(txid: string): string {
  const id = without0x(`${txid}`.toLowerCase());
  if (!/^[0-9a-f]{64}$/.test(id)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  return id;
}
