import { dustOutputs } from '../../../mempool/policy/standard-tx.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { JsonObject } from '../../json/json.js';
import { toReal } from '../../json/numeral.js';
import type { Method } from '../../method.js';

/** Fee deltas, which change the priority of a transaction in blocks. */
export const PRIORITISATION_METHODS: Method[] = [
  {
    name: 'prioritisetransaction',
    category: 'Mining',
    description: 'Changes the fee of a transaction for its priority in blocks. The transaction may arrive later.',
    parameters: [
      { name: 'txid', type: 'hex', description: 'The transaction.' },
      { name: 'dummy', type: 'numeric', description: 'Must be 0 or null.', default: '' },
      { name: 'fee_delta', type: 'numeric', description: 'Sats to add to the current delta.' },
    ],
    result: 'true (boolean)',
    handler: (args, { core: { mempool } }) => {
      const txid = parseHash(args.string('txid'), 'txid');
      const delta = BigInt(args.integer('fee_delta'));
      if (args.has('dummy') && toReal(args.raw('dummy')) !== 0) {
        const text = 'Priority is no longer supported, dummy argument to prioritisetransaction must be 0.';
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, text);
      }
      // A transaction with dust must have no fee.
      const entry = mempool.pool.get(txid);
      if (entry !== undefined && dustOutputs(entry.record.tx.outputs, mempool.policy).length > 0) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Priority is not supported for transactions with dust outputs.');
      }
      mempool.pool.prioritise(txid, delta);
      return true;
    },
  },
  {
    name: 'getprioritisedtransactions',
    category: 'Mining',
    description: 'The deltas of prioritisetransaction.',
    parameters: [],
    result: '{...} (object) by txid, in sats',
    handler: (_, { core: { mempool } }) => {
      const { pool } = mempool;
      const list: JsonObject = {};
      for (const [txid, delta] of [...pool.deltas()].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const entry = pool.get(txid);
        list[txid] = {
          fee_delta: Number(delta),
          in_mempool: entry !== undefined,
          modified_fee: entry && Number(entry.modifiedFee),
        };
      }
      return list;
    },
  },
];
