import { RejectError } from '../../protocol/codec/error.js';
import type { HeaderEntry } from '../chain/block-entry.js';
import type { CoreChange } from '../observers.js';
import type { Log } from './log.js';

/** What is no fault of a block. */
const EXPECTED = ['duplicate', 'inconclusive'];
/** Faults of transactions or witnesses, while the header may be that of a valid block. */
const MUTATIONS = ['bad-txnmrklroot', 'bad-txns-duplicate', 'bad-witness-nonce-size', 'bad-witness-merkle-match', 'unexpected-witness'];

/** Logs why a block cannot enter the tree. @param hash display order hex */
export function logRejectedBlock(log: Log, hash: string, error: unknown): void {
  if (!(error instanceof RejectError) || EXPECTED.includes(error.reason)) return;
  if (MUTATIONS.includes(error.reason)) log.debug('validation', () => `Block mutated: ${error.message}`);
  log.info(`AcceptBlock: ${hash}, ${error.message}`);
  log.info(`ProcessNewBlock: AcceptBlock FAILED (${error.message})`);
}

/** Logs why a block of the tree fails to connect. */
function logFailedBlock(log: Log, { hash, height }: HeaderEntry, error: RejectError): void {
  log.info(`Block validation error: ${error.message}`);
  log.info(`InvalidChainFound: invalid block=${hash} height=${height}`);
}

/** Logs changes of the chain and the mempool. */
export function logChange(log: Log, change: CoreChange): void {
  if (change.type === 'tip') {
    const { hash, height, records } = change.block;
    log.info(`UpdateTip: new best=${hash} height=${height} tx=${records.length}`);
  } else if (change.type === 'invalid') {
    logFailedBlock(log, change.block, change.error);
  } else if (change.type === 'added') {
    const { txid, wtxid } = change.entry.record;
    log.debug('mempool', () => `AcceptToMemoryPool: accepted ${txid} (wtxid=${wtxid})`);
  } else if (change.type === 'removed') {
    const { record, unbroadcast } = change.entry;
    if (unbroadcast) {
      log.debug('mempool', () => `Removed ${record.txid} from set of unbroadcast txns before confirmation that txn was sent out`);
    }
    log.debug('mempool', () => `removed ${record.txid} (wtxid=${record.wtxid}) for ${change.reason}`);
  }
}
