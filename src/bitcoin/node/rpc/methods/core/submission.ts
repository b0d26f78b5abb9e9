import { RejectError } from '../../../../protocol/codec/error.js';
import { policySize } from '../../../../protocol/codec/policy-size.js';
import { outputKey } from '../../../chain/coin.js';
import { recordTx, type TxRecord } from '../../../chain/tx-record.js';
import { requireInputs } from '../../../mempool/require-inputs.js';
import { MAX_BURN_AMOUNT, MAX_FEE_RATE, maxFeeRate, paysTooMuch } from '../../arguments/fee-limit.js';
import { burnError, burnsMoreThan, decodeOrFail } from '../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Method, MethodContext } from '../../method.js';

/** Submission of single transactions. */
export const SUBMISSION_METHODS: Method[] = [
  {
    name: 'sendrawtransaction',
    category: 'Rawtransactions',
    description: 'Adds a transaction to the mempool, if it is not in there already.',
    parameters: [{ name: 'hexstring', type: 'hex', description: 'The transaction.' }, MAX_FEE_RATE, MAX_BURN_AMOUNT],
    result: '"hex" (string) the txid',
    handler: (args, context) => {
      const maxBurn = args.has('maxburnamount') ? args.amount('maxburnamount') : 0n;
      const tx = decodeOrFail(args.string('hexstring'));
      if (burnsMoreThan(tx, maxBurn)) throw burnError();
      const record = recordTx(tx);
      const ahead = context.core.checkAhead([record], 'mempool');
      const add = () => send(record, maxFeeRate(args), context);
      return ahead === undefined ? add() : ahead.then(add);
    },
  },
];

function send(record: TxRecord, limit: bigint, { core: { chain, mempool, peers } }: MethodContext): string {
  if (record.tx.outputs.some((_, index) => chain.hasCoin(outputKey(record, index)))) {
    throw new RpcError(RPC_CODE.VERIFY_ALREADY_IN_UTXO_SET, 'Transaction outputs already in utxo set');
  }
  requireInputs({ chain, mempool }, [record]);
  const known = mempool.pool.get(record.txid);
  if (known !== undefined) {
    // As in Core, clients repeat a call so that later peers hear of it, too.
    peers.network?.relay(known);
    return record.txid;
  }
  try {
    mempool.submit(record, ({ fee }) => {
      // Unlike `testmempoolaccept`, by the size without regard to sigops, as in Core.
      if (!paysTooMuch({ fee, vsize: policySize(record.weight, 0) }, limit)) return;
      throw new RpcError(RPC_CODE.VERIFY_ERROR, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
    });
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    const missing = error.reason === 'bad-txns-inputs-missingorspent';
    throw new RpcError(missing ? RPC_CODE.VERIFY_ERROR : RPC_CODE.VERIFY_REJECTED, error.message);
  }
  return record.txid;
}
