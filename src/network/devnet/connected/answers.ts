import { field, listOf, readNumber, readObject, readOneOf, readText } from '../../../base/json.js';
import { STATUSES } from '../../../stacks/receipt.js';
import { readCost, readFailurePlace } from '../../../stacks/trace.js';
import type { Account, AnchoredReceipt, BitcoinTxReceipt, BlockRef, StacksTxReceipt } from '../../data.js';
import { accountsAnswer } from '../answers/accounts.js';
import { readAnswer } from '../answers/read.js';

/** The bodies of the gateway's control routes as the types of this package. All throw DevnetError RPC naming the field. */

export function readAccounts(body: object): Account[] {
  return readAnswer(accountsAnswer, body).accounts.map(({ stx, btc, ...account }) => ({
    ...account,
    stx: { address: stx.address },
    btc: { address: btc.address, addresses: btc.addresses },
  }));
}

export function readBitcoinReceipt(body: object): BitcoinTxReceipt {
  const { height, hash } = readBlock(object(body, 'block'));
  return { txid: readText(body, 'txid'), block: { height, hash }, confirmations: readNumber(body, 'confirmations') };
}

export function readStacksReceipt(body: object): StacksTxReceipt {
  return {
    txid: readText(body, 'txid'),
    status: readOneOf(body, 'status', STATUSES),
    result: readResult(body),
    ...(field(body, 'reason') === undefined ? {} : { reason: readText(body, 'reason') }),
    ...readFailurePlace(body),
    // As the node reported them: their fields depend on their type, which readers of an event check.
    events: listOf(field(body, 'events'), 'events') as StacksTxReceipt['events'],
    cost: readCost(body, 'cost'),
    block: readStacksBlock(body),
  };
}

export function readResult(body: object): StacksTxReceipt['result'] {
  const result = object(body, 'result');
  return { hex: readText(result, 'hex'), repr: readText(result, 'repr') };
}

export function readStacksBlock(body: object): StacksTxReceipt['block'] {
  const block = object(body, 'block');
  return { height: readNumber(block, 'height'), hash: readText(block, 'hash'), burnHeight: readNumber(block, 'burnHeight') };
}

export function readAnchored(body: object): AnchoredReceipt {
  return { ...readStacksReceipt(body), confirmations: readNumber(body, 'confirmations') };
}

function readBlock(body: object): BlockRef {
  const block = { height: readNumber(body, 'height'), hash: readText(body, 'hash') };
  return field(body, 'burnHeight') === undefined ? block : { ...block, burnHeight: readNumber(body, 'burnHeight') };
}

function object(body: object, name: string): object {
  return readObject(field(body, name), name);
}
