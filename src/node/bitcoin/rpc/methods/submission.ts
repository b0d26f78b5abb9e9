import { outputKey } from '../../chain/coin.js';
import { recordTx, type TxRecord } from '../../chain/tx-record.js';
import { RejectError } from '../../codec/error.js';
import type { Transaction } from '../../codec/transaction.js';
import type { MempoolEntry } from '../../mempool/entry.js';
import type { MempoolVerdict } from '../../mempool/mempool.js';
import { packageFault } from '../../mempool/package.js';
import { isUnspendable } from '../../script/pattern.js';
import type { Arguments } from '../arguments.js';
import { decodeTransaction } from '../decode-transaction.js';
import { RPC_CODE, RpcError } from '../error.js';
import type { JsonObject } from '../json.js';
import { typeName } from '../json.js';
import type { Method, MethodContext } from '../method.js';
import { parseAmount } from '../parse-amount.js';
import { hasValidOps } from '../valid-ops.js';

/** 0.10 BTC/kvB. */
const DEFAULT_MAX_FEE_RATE = 10_000_000n;
const MAX_FEE_RATE_LIMIT = 100_000_000n;
const MAX_PACKAGE_COUNT = 25;

const MAX_FEE_RATE = {
  name: 'maxfeerate',
  type: 'amount',
  description: 'Refuse transactions that pay more than this, in BTC/kvB; 0 takes any.',
  default: '0.10',
} as const;

/** What brings transactions into the mempool, or only tries to. */
export const SUBMISSION_METHODS: Method[] = [
  {
    name: 'sendrawtransaction',
    category: 'Rawtransactions',
    description: 'Puts a transaction into the mempool. One that is there already is no error.',
    parameters: [
      { name: 'hexstring', type: 'hex', description: 'The transaction.' },
      MAX_FEE_RATE,
      {
        name: 'maxburnamount',
        type: 'amount',
        description: 'Refuse outputs above this amount that no one can spend, in BTC.',
        default: '0.00',
      },
    ],
    result: '"hex" (string) the txid',
    handler: (args, context) => {
      const maxBurn = args.has('maxburnamount') ? args.amount('maxburnamount') : 0n;
      const tx = decodeOrFail(args.string('hexstring'));
      if (tx.outputs.some(({ value, scriptPubKey }) => value > maxBurn && (isUnspendable(scriptPubKey) || !hasValidOps(scriptPubKey)))) {
        throw new RpcError(RPC_CODE.VERIFY_ERROR, 'Unspendable output exceeds maximum configured by user (maxburnamount)');
      }
      return send(tx, maxFeeRate(args), context);
    },
  },
  {
    name: 'testmempoolaccept',
    category: 'Rawtransactions',
    description: 'Whether the mempool would take transactions. Several must be a package: parents before children, no conflicts.',
    parameters: [{ name: 'rawtxs', usage: '["rawtx",...]', type: 'array', description: 'Up to 25 transactions in hex.' }, MAX_FEE_RATE],
    result: '[{...}] (array) for each whether it is allowed, its size and fees, or why it is not',
    handler: (args, { core: { mempool } }) => {
      const texts = args.array('rawtxs');
      if (texts.length < 1 || texts.length > MAX_PACKAGE_COUNT) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Array must contain between 1 and ${MAX_PACKAGE_COUNT} transactions.`);
      }
      const limit = maxFeeRate(args);
      const transactions = texts.map((text) => decodeOrFail(text, true));
      const records = transactions.map(recordTx);
      const fault = records.length > 1 ? packageFault(records) : undefined;
      if (fault !== undefined) return records.map(({ txid, wtxid }) => ({ txid, wtxid, 'package-error': fault }));
      const verdicts = mempool.test(transactions);
      // In a package only the one that fails is reported on; its parents could not be submitted without it either.
      const rejected = verdicts.find((verdict) => 'error' in verdict);
      let overpaid = false;
      return verdicts.map((verdict) => {
        if (overpaid || (rejected !== undefined && verdict !== rejected)) return identity(verdict.record);
        const answer = verdictJson(verdict, limit);
        overpaid = answer['allowed'] === false;
        return answer;
      });
    },
  },
];

function decodeOrFail(text: unknown, quote = false): Transaction {
  if (typeof text !== 'string') {
    throw new RpcError(RPC_CODE.TYPE_ERROR, `JSON value of type ${typeName(text)} is not of expected type string`);
  }
  const tx = decodeTransaction(text);
  if (tx !== undefined) return tx;
  const subject = quote ? `TX decode failed: ${text}` : 'TX decode failed.';
  throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, `${subject} Make sure the tx has at least one input.`);
}

/** Sats per 1,000 virtual bytes. */
function maxFeeRate(args: Arguments): bigint {
  if (!args.has('maxfeerate')) return DEFAULT_MAX_FEE_RATE;
  const rate = parseAmount(args.raw('maxfeerate'));
  if (rate >= MAX_FEE_RATE_LIMIT)
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Fee rates larger than or equal to 1BTC/kvB are not accepted');
  return rate;
}

function paysTooMuch({ fee, record }: MempoolEntry, rate: bigint): boolean {
  const most = (rate * BigInt(Math.ceil(record.weight / 4)) + 999n) / 1000n;
  return most > 0n && fee > most;
}

function send(tx: Transaction, limit: bigint, { core: { chain, mempool } }: MethodContext): string {
  const record = recordTx(tx);
  if (record.tx.outputs.some((_, index) => chain.coin(outputKey(record, index)) !== undefined)) {
    throw new RpcError(RPC_CODE.VERIFY_ALREADY_IN_UTXO_SET, 'Transaction outputs already in utxo set');
  }
  if (mempool.pool.get(record.txid) !== undefined) return record.txid;
  try {
    mempool.submit(tx, (entry) => {
      if (!paysTooMuch(entry, limit)) return;
      throw new RpcError(RPC_CODE.VERIFY_ERROR, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
    });
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    const missing = error.reason === 'bad-txns-inputs-missingorspent';
    throw new RpcError(missing ? RPC_CODE.VERIFY_ERROR : RPC_CODE.VERIFY_REJECTED, error.message);
  }
  return record.txid;
}

function identity({ txid, wtxid }: TxRecord): JsonObject {
  return { txid, wtxid };
}

function verdictJson(verdict: MempoolVerdict, limit: bigint): JsonObject {
  const { record } = verdict;
  if ('error' in verdict) {
    const { reason, message } = verdict.error;
    if (reason === 'bad-txns-inputs-missingorspent') return { ...identity(record), allowed: false, 'reject-reason': 'missing-inputs' };
    return { ...identity(record), allowed: false, 'reject-reason': reason, 'reject-details': message };
  }
  const { entry } = verdict;
  if (paysTooMuch(entry, limit)) return { ...identity(record), allowed: false, 'reject-reason': 'max-fee-exceeded' };
  return {
    ...identity(record),
    allowed: true,
    vsize: entry.vsize,
    fees: {
      base: entry.fee,
      'effective-feerate': (entry.fee * 1000n) / BigInt(entry.vsize),
      'effective-includes': [record.wtxid],
    },
  };
}
