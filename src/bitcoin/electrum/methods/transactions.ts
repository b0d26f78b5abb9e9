import { DevnetError } from '../../../base/error.js';
import { field, isRecord } from '../../../base/json.js';
import type { ChainIndex } from '../../esplora/chain-index.js';
import { toHex } from '../../protocol/codec/hex.js';
import { serializeTransaction } from '../../protocol/codec/transaction.js';
import { badRequest, daemonError } from '../error.js';
import type { Call, Method } from '../method.js';
import { optional, readHex, readTruth, readTxid, readWhole, required } from '../parameters.js';

/** The most transactions of a package (BIP 431, Bitcoin Core's policy). */
const LARGEST_PACKAGE = 25;

export const transactionMethods: Readonly<Record<string, Method>> = {
  'blockchain.transaction.broadcast': {
    parameters: required('raw_tx'),
    async run([raw], { node }) {
      const hex = readHex(raw, 'raw_tx');
      try {
        return await node('sendrawtransaction', [hex]);
      } catch (error) {
        throw rejected(error, 'transaction', hex);
      }
    },
  },
  'blockchain.transaction.broadcast_package': {
    parameters: [...required('raw_txs'), optional('verbose', false)],
    since: '1.6',
    async run([raws, detailed], { node }) {
      const isDetailed = readTruth(detailed, 'verbose');
      if (!Array.isArray(raws)) throw badRequest('raw_txs should be a list');
      if (raws.length > LARGEST_PACKAGE) throw badRequest(`raw_txs: a package has at most ${LARGEST_PACKAGE} transactions`);
      const hexes = raws.map((raw, at) => readHex(raw, `raw_txs[${at}]`));
      try {
        const answer = await node('submitpackage', [hexes]);
        return isDetailed ? answer : packageResult(answer);
      } catch (error) {
        throw rejected(error, 'tx package');
      }
    },
  },
  'blockchain.transaction.get': {
    parameters: [...required('tx_hash'), optional('verbose', false)],
    async run([hash, detailed], { chain, node }) {
      const txid = readTxid(hash);
      if (readTruth(detailed, 'verbose')) return askNode(node, 'getrawtransaction', [txid, true]);
      const known = chain.transaction(txid);
      // The node says why it does not know one.
      return known === undefined ? askNode(node, 'getrawtransaction', [txid]) : toHex(serializeTransaction(known.tx));
    },
  },
  'blockchain.transaction.get_merkle': {
    parameters: required('tx_hash', 'height'),
    run([hash, height], { chain }) {
      const txid = readTxid(hash);
      const at = readWhole(height, 'height');
      const pos = txidsAt(at, chain).indexOf(txid);
      if (pos < 0) throw badRequest(`tx ${txid} not in block at height ${at}`);
      return { block_height: at, merkle: chain.proof(at, pos), pos };
    },
  },
  'blockchain.transaction.id_from_pos': {
    parameters: [...required('height', 'tx_pos'), optional('merkle', false)],
    run([height, position, proof], { chain }) {
      const [at, pos] = [readWhole(height, 'height'), readWhole(position, 'tx_pos')];
      const hash = txidsAt(at, chain)[pos];
      if (hash === undefined) throw badRequest(`no tx at position ${pos} in block at height ${at}`);
      return readTruth(proof, 'merkle') ? { tx_hash: hash, merkle: chain.proof(at, pos) } : hash;
    },
  },
};

function txidsAt(height: number, chain: ChainIndex): readonly string[] {
  const block = chain.blockAt(height);
  if (block === undefined) throw badRequest(`height ${height} out of range`);
  return block.txids;
}

/** Calls the node. @throws ElectrumError with its refusal */
export async function askNode(node: Call['node'], method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node(method, params);
  } catch (error) {
    throw error instanceof DevnetError && error.code === 'RPC' ? daemonError(refusal(error)) : error;
  }
}

/** The error of a transaction that the node rejects; other errors stay as they are. ElectrumX repeats the transaction, clients parse it. */
function rejected(error: unknown, what: string, hex?: string): unknown {
  if (!(error instanceof DevnetError && error.code === 'RPC')) return error;
  const reason = `the ${what} was rejected by network rules.\n\n${error.reason ?? error.message}`;
  return badRequest(hex === undefined ? reason : `${reason}\n[${hex}]`);
}

function refusal({ rpcCode, reason, message }: DevnetError): string {
  return `{'code': ${rpcCode ?? -1}, 'message': '${reason ?? message}'}`;
}

/** The answer of `submitpackage` in the protocol's own form. */
function packageResult(answer: unknown): object {
  const results = isRecord(answer) && isRecord(answer['tx-results']) ? Object.values(answer['tx-results']) : [];
  const errors = results.flatMap((result) => {
    const error = isRecord(result) ? field(result, 'error') : undefined;
    return isRecord(result) && error !== undefined ? [{ txid: field(result, 'txid'), error }] : [];
  });
  const isSuccess = isRecord(answer) && answer['package_msg'] === 'success';
  return errors.length > 0 ? { success: isSuccess, errors } : { success: isSuccess };
}
