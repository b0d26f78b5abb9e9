import { RejectError } from '../../../../protocol/codec/error.js';
import { compareHashes } from '../../../../protocol/codec/hex.js';
import { recordTx, type TxRecord } from '../../../chain/tx-record.js';
import type { MempoolEntry } from '../../../mempool/entry.js';
import { feeRate } from '../../../mempool/fee-rate.js';
import type { PackageMember } from '../../../mempool/package/check-package.js';
import { isChildWithParentsTree, MAX_PACKAGE_COUNT } from '../../../mempool/package/package.js';
import type { PackageOutcome, PackageResult } from '../../../mempool/package/submit-package.js';
import { requireInputs } from '../../../mempool/require-inputs.js';
import type { Arguments } from '../../arguments/arguments.js';
import { MAX_BURN_AMOUNT, MAX_FEE_RATE, maxFeeRate, paysTooMuch } from '../../arguments/fee-limit.js';
import { burnError, burnsMoreThan, decodeOrFail } from '../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { JsonObject } from '../../json/json.js';
import type { Method } from '../../method.js';

/** Packages, and checks without submission. */
export const PACKAGE_METHODS: Method[] = [
  {
    name: 'testmempoolaccept',
    category: 'Rawtransactions',
    description: 'Checks whether the mempool accepts transactions. Several must form a package: parents before children, no conflicts.',
    parameters: [{ name: 'rawtxs', usage: '["rawtx",...]', type: 'array', description: 'Up to 25 transactions in hex.' }, MAX_FEE_RATE],
    result: '[{...}] (array) for each whether it is allowed, and its size and fees, or the reject reason',
    handler: async (args, { core }) => {
      const { mempool } = core;
      const texts = rawTransactions(args, 'rawtxs');
      const limit = maxFeeRate(args);
      const records = texts.map((text) => recordTx(decodeOrFail(text, true)));
      requireInputs(core, records);
      await core.checkAhead(records, 'mempool');
      const { error, members } = mempool.test(records);
      if (error !== undefined) return records.map((record) => ({ ...identity(record), 'package-error': error.message }));
      let overpaid = false;
      return records.map((record) => {
        // The checks stop at the first failure.
        const member = overpaid ? undefined : members.find((candidate) => candidate.record === record);
        if (member === undefined) return identity(record);
        const answer = memberJson(member, limit);
        overpaid = answer['allowed'] === false;
        return answer;
      });
    },
  },
  {
    name: 'submitpackage',
    category: 'Rawtransactions',
    description: 'Adds a child and its parents to the mempool. The child may pay for parents with low fees.',
    parameters: [
      { name: 'package', usage: '["rawtx",...]', type: 'array', description: 'Up to 25 transactions in hex, the child last.' },
      MAX_FEE_RATE,
      MAX_BURN_AMOUNT,
    ],
    result: '{...} (object) the result of each, by wtxid',
    handler: async (args, { core }) => {
      const { mempool } = core;
      const texts = rawTransactions(args, 'package');
      const limit = maxFeeRate(args);
      const maxBurn = args.has('maxburnamount') ? args.amount('maxburnamount') : 0n;
      const records = texts.map((text) => {
        const tx = decodeOrFail(text, true);
        if (burnsMoreThan(tx, maxBurn)) throw burnError();
        return recordTx(tx);
      });
      if (records.length > 1 && !isChildWithParentsTree(records)) {
        const text = 'package topology disallowed. not child-with-parents or parents depend on each other.';
        throw new RpcError(RPC_CODE.VERIFY_ERROR, text);
      }
      requireInputs(core, records);
      await core.checkAhead(records, 'mempool');
      return packageJson(
        records,
        mempool.submitPackage(records, ({ modifiedFee, vsize }) => {
          if (limit > 0n && feeRate(modifiedFee, vsize) > limit) throw new RejectError('max feerate exceeded');
        }),
      );
    },
  },
];

function rawTransactions(args: Arguments, name: string): unknown[] {
  const texts = args.array(name);
  if (texts.length >= 1 && texts.length <= MAX_PACKAGE_COUNT) return texts;
  throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Array must contain between 1 and ${MAX_PACKAGE_COUNT} transactions.`);
}

function identity({ txid, wtxid }: TxRecord): JsonObject {
  return { txid, wtxid };
}

function memberJson(member: PackageMember, limit: bigint): JsonObject {
  const { record } = member;
  if ('error' in member) {
    const { reason, message } = member.error;
    if (reason === 'bad-txns-inputs-missingorspent') return { ...identity(record), allowed: false, 'reject-reason': 'missing-inputs' };
    return { ...identity(record), allowed: false, 'reject-reason': reason, 'reject-details': message };
  }
  const { entry } = member;
  if (paysTooMuch(entry, limit)) return { ...identity(record), allowed: false, 'reject-reason': 'max-fee-exceeded' };
  return { ...identity(record), allowed: true, vsize: entry.vsize, fees: feesJson(entry, entry, [record.wtxid]) };
}

function feesJson(entry: MempoolEntry, rate: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>, includes: string[]): JsonObject {
  return {
    base: entry.fee,
    'effective-feerate': feeRate(rate.modifiedFee, rate.vsize),
    'effective-includes': includes,
  };
}

function packageJson(records: TxRecord[], { error, outcomes, replaced }: PackageResult): JsonObject {
  const results: JsonObject = {};
  for (const { txid, wtxid } of records) results[wtxid] = { txid, ...outcomeJson(outcomes.get(wtxid)) };
  return { package_msg: error?.message ?? 'success', 'tx-results': results, 'replaced-transactions': replaced.toSorted(compareHashes) };
}

function outcomeJson(outcome: PackageOutcome | undefined): JsonObject {
  switch (outcome?.type) {
    case undefined:
      return { error: 'package-not-validated' };
    case 'refused':
      return { error: outcome.error.message };
    case 'other-witness':
      return { 'other-wtxid': outcome.wtxid };
    case 'known':
      return { vsize: outcome.entry.vsize, fees: { base: outcome.entry.fee } };
    case 'added':
      return { vsize: outcome.entry.vsize, fees: feesJson(outcome.entry, outcome.rate, outcome.together) };
  }
}
