import { hashFromHex } from '../../../../protocol/codec/hex.js';
import { outPointKey } from '../../../../protocol/codec/transaction.js';
import { compareTxids, type MempoolEntry } from '../../../mempool/entry.js';
import type { Pool } from '../../../mempool/pool.js';
import { type Arguments, isJsonObject, textOf } from '../../arguments/arguments.js';
import { checkMembers } from '../../arguments/options.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { RPC_CODE, RpcError, wrongType } from '../../error.js';
import type { Json, JsonObject } from '../../json/json.js';
import { toInt32 } from '../../json/numeral.js';
import type { Method } from '../../method.js';
import { mempoolEntryJson } from '../../view/mempool-entry.js';

const TXID = { name: 'txid', type: 'hex', description: 'The transaction, which must be in the mempool.' } as const;
const VERBOSE = { name: 'verbose', type: 'boolean', description: 'Return entries instead of txids.', default: 'false' } as const;

/** The unconfirmed transactions. */
export const MEMPOOL_METHODS: Method[] = [
  {
    name: 'getmempoolinfo',
    category: 'Blockchain',
    description: 'The state of the mempool and its policy.',
    parameters: [],
    result: '{...} (object) counts, sizes, fees, limits',
    handler: (_, { core: { mempool } }) => {
      const { pool, policy } = mempool;
      return {
        loaded: true,
        size: pool.count(),
        bytes: pool.size(),
        usage: pool.memory(),
        total_fee: pool.fees(),
        maxmempool: policy.maxMemory,
        mempoolminfee: mempool.minFeeRate(),
        minrelaytxfee: policy.minRelayFeeRate,
        incrementalrelayfee: policy.incrementalFeeRate,
        unbroadcastcount: pool.entries().filter(({ unbroadcast }) => unbroadcast).length,
        fullrbf: true,
        permitbaremultisig: policy.bareMultisig,
        maxdatacarriersize: policy.dataCarrierSize,
      };
    },
  },
  {
    name: 'getrawmempool',
    category: 'Blockchain',
    description: 'All transactions in the mempool, sorted by number of ancestors, then by fee rate.',
    parameters: [
      VERBOSE,
      { name: 'mempool_sequence', type: 'boolean', description: "Add the mempool's sequence number; not with verbose.", default: 'false' },
    ],
    result: '[...] (array) txids, or {...} (object) entries by txid',
    handler: (args, { core: { mempool } }) => {
      const { pool } = mempool;
      const withSequence = flag(args, 'mempool_sequence');
      const verbose = flag(args, 'verbose');
      if (verbose && withSequence) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Verbose results cannot contain mempool sequence values.');
      }
      const list = listJson(inOrder(pool), pool, verbose);
      return withSequence ? { txids: list, mempool_sequence: pool.sequence() } : list;
    },
  },
  {
    name: 'getmempoolentry',
    category: 'Blockchain',
    description: 'A transaction of the mempool: size, fees, relatives.',
    parameters: [TXID],
    result: '{...} (object) the entry',
    handler: (args, { core: { mempool } }) => mempoolEntryJson(find(args, mempool.pool), mempool.pool),
  },
  {
    name: 'getmempoolancestors',
    category: 'Blockchain',
    description: 'The ancestors of a transaction in the mempool.',
    parameters: [TXID, VERBOSE],
    result: '[...] (array) txids, or {...} (object) entries by txid',
    handler: (args, { core: { mempool } }) => {
      const { pool } = mempool;
      return listJson([...pool.ancestors(find(args, pool)).values()].sort(compareTxids), pool, flag(args, 'verbose'));
    },
  },
  {
    name: 'getmempooldescendants',
    category: 'Blockchain',
    description: 'The descendants of a transaction in the mempool.',
    parameters: [TXID, VERBOSE],
    result: '[...] (array) txids, or {...} (object) entries by txid',
    handler: (args, { core: { mempool } }) => {
      const { pool } = mempool;
      return listJson([...pool.descendants(find(args, pool)).values()].sort(compareTxids), pool, flag(args, 'verbose'));
    },
  },
  {
    name: 'gettxspendingprevout',
    category: 'Blockchain',
    description: 'The transactions in the mempool that spend outputs.',
    parameters: [
      { name: 'outputs', usage: '[{"txid":"hex","vout":n},...]', type: 'array', description: 'The outputs, as objects {"txid", "vout"}.' },
    ],
    result: '[{...}] (array) each output, with spendingtxid if it is spent',
    handler: (args, { core: { mempool } }) => {
      const outputs = args.array('outputs');
      if (outputs.length === 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid parameter, outputs are missing');
      return outputs.map((output) => {
        const { txid, vout } = parseOutput(output);
        const key = outPointKey({ hash: hashFromHex(txid), index: vout });
        return { txid, vout, spendingtxid: mempool.pool.spender(key)?.record.txid };
      });
    },
  },
];

function parseOutput(value: unknown): { txid: string; vout: number } {
  if (!isJsonObject(value)) throw wrongType(value, 'object');
  checkMembers(value, { txid: 'string', vout: 'number' }, true);
  const { txid, vout, ...others } = value;
  const [unexpected] = Object.keys(others);
  if (unexpected !== undefined) throw new RpcError(RPC_CODE.TYPE_ERROR, `Unexpected key ${unexpected}`);
  const hash = parseHash(textOf(txid), 'txid');
  const index = toInt32(vout);
  if (index < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid parameter, vout cannot be negative');
  return { txid: hash, vout: index };
}

function flag(args: Arguments, name: string): boolean {
  return args.has(name) && args.boolean(name);
}

function find(args: Arguments, pool: Pool): MempoolEntry {
  const entry = pool.get(parseHash(args.string('txid'), 'parameter 1'));
  if (entry === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Transaction not in mempool');
  return entry;
}

/** Sorts as Core's `CompareDepthAndScore`: by the number of ancestors, then the fee rate, highest first, then the txid. */
function inOrder(pool: Pool): MempoolEntry[] {
  const list = pool.entries().map((entry) => ({ entry, depth: pool.ancestors(entry).size }));
  return list.sort((a, b) => a.depth - b.depth || compareScores(a.entry, b.entry)).map(({ entry }) => entry);
}

function compareScores(a: MempoolEntry, b: MempoolEntry): number {
  const [left, right] = [a.fee * BigInt(b.vsize), b.fee * BigInt(a.vsize)];
  return left === right ? compareTxids(b, a) : left > right ? -1 : 1;
}

function listJson(entries: MempoolEntry[], pool: Pool, verbose: boolean): Json {
  if (!verbose) return entries.map(({ record }) => record.txid);
  const list: JsonObject = {};
  for (const entry of entries) list[entry.record.txid] = mempoolEntryJson(entry, pool);
  return list;
}
