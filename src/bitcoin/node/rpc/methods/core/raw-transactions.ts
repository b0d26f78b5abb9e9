import { fromHex, isHex } from '../../../../protocol/codec/hex.js';
import type { StoredBlock } from '../../../chain/block-entry.js';
import type { Chain } from '../../../chain/chain.js';
import type { FoundTransaction } from '../../../chain/lookup.js';
import { recordTx, type TxRecord, txHex } from '../../../chain/tx-record.js';
import { TRANSACTION_PARAMETERS, transactionOf } from '../../arguments/create-transaction.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { parseVerbosity } from '../../arguments/verbosity.js';
import { decodeAsTold, IS_WITNESS } from '../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { Method, MethodContext } from '../../method.js';
import { transactionJson } from '../../view/transaction.js';

/** Transactions in hex and decoded. */
export const RAW_TRANSACTION_METHODS: Method[] = [
  {
    name: 'getrawtransaction',
    category: 'Rawtransactions',
    description:
      'Returns a transaction of the mempool or of any block. Verbosity 0 is its hex, 1 its content, 2 also fee and spent outputs.',
    parameters: [
      { name: 'txid', type: 'hex', description: 'The txid.' },
      { name: 'verbosity|verbose', type: 'numeric', description: '0, 1 or 2.', default: '0', unchecked: true },
      { name: 'blockhash', type: 'hex', description: 'The block to search, active or not.', default: '' },
    ],
    result: '"hex" (string) or {...} (object) the transaction',
    handler: (args, context) => {
      const txid = parseHash(args.string('txid'), 'parameter 1');
      const { chain } = context.core;
      const lowest = chain.base();
      if (lowest.height === 0 && lowest.records[0]?.txid === txid) {
        const text = 'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved';
        throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, text);
      }
      const verbosity = parseVerbosity(args.raw('verbosity'), 0);
      const block = args.has('blockhash') ? namedBlock(chain, args.string('blockhash')) : undefined;
      const found = find(txid, block, context);
      if (verbosity <= 0) return txHex(found.record.tx);
      return foundJson(found, chain, verbosity, block !== undefined);
    },
  },
  {
    name: 'decoderawtransaction',
    category: 'Rawtransactions',
    description: 'Decodes a transaction.',
    parameters: [{ name: 'hexstring', type: 'hex', description: 'The transaction.' }, IS_WITNESS],
    result: '{...} (object) the transaction',
    handler: (args) => transactionJson(recordTx(decodeAsTold(args)), { hex: false }),
  },
  {
    name: 'decodescript',
    category: 'Rawtransactions',
    description: 'Decodes a script, with the addresses of its P2SH and witness program.',
    parameters: [{ name: 'hexstring', type: 'hex', description: 'The script.' }],
    result: '{...} (object) the script',
    handler: async (args) => {
      const text = args.string('hexstring');
      if (text !== '' && !isHex(text))
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `argument must be hexadecimal string (not '${text}')`);
      const { decodedScriptJson } = await import('../../view/decoded-script.js');
      return decodedScriptJson(fromHex(text));
    },
  },
  {
    name: 'createrawtransaction',
    category: 'Rawtransactions',
    description: 'Creates an unsigned transaction. The node neither stores nor sends it.',
    parameters: TRANSACTION_PARAMETERS,
    result: '"hex" (string) the transaction',
    handler: (args) => txHex(transactionOf(args)),
  },
];

const NO_INDEX = 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries';

type Found = { record: TxRecord; block: FoundTransaction | undefined };

function namedBlock(chain: Chain, text: string): StoredBlock {
  const hash = parseHash(text, 'parameter 3');
  if (chain.lookup.header(hash) === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Block hash not found');
  const entry = chain.lookup.stored(hash);
  if (entry === undefined) throw new RpcError(RPC_CODE.MISC_ERROR, 'Block not available');
  return entry;
}

function find(txid: string, block: StoredBlock | undefined, { core: { chain, mempool, txIndex } }: MethodContext): Found {
  if (block === undefined) {
    const waiting = mempool.pool.get(txid)?.record;
    if (waiting !== undefined) return { record: waiting, block: undefined };
  }
  const located = block === undefined ? (txIndex ? chain.lookup.transaction(txid) : undefined) : inBlock(block, txid);
  if (located !== undefined) return { record: located.record, block: located };
  const where =
    block === undefined
      ? txIndex
        ? 'No such mempool or blockchain transaction'
        : NO_INDEX
      : 'No such transaction found in the provided block';
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `${where}. Use gettransaction for wallet transactions.`);
}

function inBlock(entry: StoredBlock, txid: string): FoundTransaction | undefined {
  const position = entry.records.findIndex((record) => record.txid === txid);
  const record = entry.records[position];
  return record && { entry, record, position, spent: position === 0 ? undefined : entry.undo?.[position - 1] };
}

function foundJson({ record, block }: Found, chain: Chain, verbosity: number, named: boolean): Json {
  const spent = block !== undefined && verbosity >= 2 ? chain.lookup.spentBy(block) : undefined;
  const view: JsonObject = transactionJson(record, { spent, prevouts: true });
  if (block === undefined) return view;
  const { entry } = block;
  const active = chain.isActive(entry);
  return {
    ...(named ? { in_active_chain: active } : {}),
    ...view,
    blockhash: entry.hash,
    confirmations: active ? chain.tip().height - entry.height + 1 : 0,
    ...(active ? { time: entry.header.time, blocktime: entry.header.time } : {}),
  };
}
