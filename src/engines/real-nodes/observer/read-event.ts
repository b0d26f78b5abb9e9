import { DevnetError } from '../../../base/error.js';
import { hex0x, without0x } from '../../../base/hex.js';
import { field, type Json, listOf, parseExactJson, readObject, readText } from '../../../base/json.js';
import { sha512_256 } from '../../../stacks/codec.js';
import type { StacksChange } from '../../common/follow/stacks-chain.js';
import { readBlockPayload } from './block-payload.js';
import type { ObserverEvent } from './observer.js';
import { readPayouts } from './read-payouts.js';

/** Converts an observer event to changes of the chain. Ignores malformed bodies, because an observer cannot refuse them. */
export function readEvent(event: ObserverEvent): StacksChange[] {
  const { path } = event;
  const body = readJson(event.body.toString('utf8'));
  try {
    switch (path) {
      case '/new_block':
        return [{ type: 'block', block: readBlockPayload(body) }];
      case '/new_burn_block':
        return [{ type: 'payouts', payouts: readPayouts(body) }];
      case '/new_mempool_tx':
        return listOf(body, 'transactions').map((raw) => {
          const rawTx = readText({ raw }, 'raw');
          return { type: 'stacks.tx', txid: txidOf(rawTx), rawTx };
        });
      case '/drop_mempool_tx':
        return readDropped(body);
      default:
        return [];
    }
  } catch (error) {
    if (error instanceof DevnetError) return [];
    throw error;
  }
}

function readDropped(body: Json): StacksChange[] {
  const drop = readObject(body, 'drop_mempool_tx');
  const replacedBy = field(drop, 'new_txid');
  const reason = readText(drop, 'reason');
  return listOf(field(drop, 'dropped_txids'), 'dropped_txids').map((txid) => ({
    type: 'stacks.dropped',
    txid: readText({ txid }, 'txid'),
    reason,
    replacedBy: typeof replacedBy === 'string' ? replacedBy : undefined,
  }));
}

function txidOf(raw: string): string {
  return hex0x(sha512_256(Buffer.from(without0x(raw), 'hex')));
}

/** Returns undefined for malformed JSON. */
function readJson(text: string): Json {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
