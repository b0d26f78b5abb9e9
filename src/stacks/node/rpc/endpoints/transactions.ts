import { NODE_BODY_LIMIT } from '../../../body-limit.js';
import { CodecError } from '../../../protocol/codec/error.js';
import { parseHex } from '../../../protocol/codec/hex.js';
import { decodeTransaction, type Transaction } from '../../../protocol/codec/transaction/transaction.js';
import { recentlyMined } from '../../chain/state/recently-mined.js';
import type { Rejection } from '../../mempool/rejection.js';
import { type Answer, badRequestJson, notFound, ok, RpcError, tooShort, undecodable } from '../answer.js';
import { isAbsent, isText, parseFields } from '../json-body.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';
import { tipBlock } from '../view.js';

/** `POST /v2/transactions`: one transaction as bytes or as hex in JSON. */
export async function postTransaction(node: RpcNode, request: RpcRequest): Promise<Answer> {
  const transaction = parseTransaction(request);
  const admission = await node.submit(transaction);
  return admission.status === 'rejected' ? badRequestJson(rejectionBody(transaction.txid, admission.rejection)) : ok(transaction.txid);
}

/** `GET /v2/transactions/unconfirmed/{txid}` */
export function getUnconfirmed(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request, ' for GetTransactionUnconfirmed');
  const txid = request.params['txid'] ?? '';
  // the mempool keeps what has been mined
  const raw = node.state.pool.get(txid)?.transaction.raw ?? recentlyMined(node.state.ledger, txid)?.raw;
  if (raw === undefined) throw notFound(`Transaction ${txid} not found in mempool or unconfirmed microblock stream`);
  return ok({ tx: raw.toString('hex'), status: 'Mempool' });
}

/** `GET /v3/transaction/{txid}`, as of a node with `txindex`; a block that is not behind `tip=` has no height and is not canonical. */
export function getTransaction(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request, ' for GetTransaction');
  const txid = request.params['txid'] ?? '';
  const found = node.state.ledger.find(txid);
  if (found === undefined) throw notFound(`No such transaction ${txid}\n`);
  const tip = tipBlock(node, request);
  const canonical = tip !== undefined && tip.height >= found.block.height;
  return ok({
    index_block_hash: found.block.indexHash,
    tx: found.transaction.raw.toString('hex'),
    result: found.transaction.repr,
    block_height: canonical ? found.block.height : null,
    is_canonical: canonical,
  });
}

function parseTransaction({ body, contentType }: RpcRequest): Transaction {
  if (body.length === 0) throw undecodable('Invalid Http request: expected non-zero-length body for PostTransaction');
  if (body.length > NODE_BODY_LIMIT) throw undecodable('Invalid Http request: PostTransaction body is too big');
  switch (contentType) {
    case 'bytes':
      return decode(body);
    case 'json':
      return decodeJson(body);
    case undefined:
      throw undecodable('Missing Content-Type for transaction');
    default:
      throw undecodable('Wrong Content-Type for transaction; expected application/json or application/octet-stream');
  }
}

/** The node does not keep attachments, which belong to the old name registry, but checks their form. */
function decodeJson(body: Buffer): Transaction {
  const { tx, attachment } = parseFields(body);
  if (!isText(tx) || !(isAbsent(attachment) || isText(attachment))) throw undecodable('Failed to parse body');
  const bytes = parseHex(tx);
  if (bytes === undefined) throw undecodable('Failed to parse tx');
  const transaction = decode(bytes);
  if (parseHex(attachment ?? '') === undefined) throw undecodable('Failed to parse attachment');
  return transaction;
}

function decode(bytes: Buffer): Transaction {
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    throw codecRpcError(error, (message) => `Failed to decode: Failed to deserialize posted transaction: ${message}`);
  }
}

/** The answer to bytes that cannot be decoded; other errors stay as they are. */
export function codecRpcError(error: unknown, invalid: (message: string) => string): unknown {
  if (!(error instanceof CodecError)) return error;
  return error.kind === 'invalid' ? new RpcError(400, invalid(error.message)) : tooShort();
}

/** Keys in the order of the node's JSON, which is that of the alphabet. */
function rejectionBody(txid: string, { reason, data }: Rejection): Record<string, unknown> {
  return { error: 'transaction rejected', reason, reason_data: data, txid };
}
