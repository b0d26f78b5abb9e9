import { contractInterface } from '../chain/contract-interface.js';
import { type Epoch, isAtLeast } from '../chain/epoch.js';
import type { ChainState } from '../chain/state.js';
import { argumentError, findFunction, traitArguments } from '../codec/abi.js';
import { encodeAddress } from '../codec/c32.js';
import type { Curve } from '../codec/recover.js';
import { nestingDepth, parseSource } from '../codec/source.js';
import type { Transaction } from '../codec/transaction.js';
import { type PayloadCheck, stateRejection, staticRejection } from './admission.js';
import { poolEntry } from './entry.js';
import type { PoolEntry } from './pool.js';
import type { Rejection } from './rejection.js';

/**
 * What became of a submitted transaction. One that waits already is `known`, and one that no node would relay is `ignored`: to
 * the sender both look accepted.
 */
export type Admission =
  | { status: 'added'; entry: PoolEntry; replaced: PoolEntry[]; reason: 'ReplaceByFee' | 'ReplaceAcrossFork' }
  | { status: 'known' | 'ignored' }
  | { status: 'rejected'; rejection: Rejection };

/** Puts a transaction through the checks of stacks-core's mempool and into the pool. */
export async function admit(
  state: ChainState,
  transaction: Transaction,
  { epoch, curve }: { epoch: Epoch; curve: Curve },
): Promise<Admission> {
  const { vm, ledger, sortitions, pool, accounts } = state;
  if (pool.get(transaction.txid) !== undefined) return { status: 'known' };
  if (isProblematic(transaction, epoch)) return { status: 'ignored' };
  const unfit = staticRejection(transaction, epoch, curve);
  if (unfit !== undefined) return { status: 'rejected', rejection: unfit };

  const entry = poolEntry(transaction, ledger.tip.sortition);
  // one wait for all of the VM's answers; what follows sees one state of the chain
  const [checkPayload, originAccount, payerAccount] = await Promise.all([
    payloadCheck(state, transaction, entry.origin),
    accounts.get(vm, entry.origin),
    entry.sponsor === entry.origin ? undefined : accounts.get(vm, entry.sponsor),
  ]);
  if (pool.get(transaction.txid) !== undefined) return { status: 'known' };
  const origin = { nonce: ledger.nonce(entry.origin), balance: originAccount.balance };
  const payer = payerAccount === undefined ? origin : { nonce: ledger.nonce(entry.sponsor), balance: payerAccount.balance };
  const unfitNow = stateRejection(transaction, origin, payer, checkPayload);
  if (unfitNow !== undefined) return { status: 'rejected', rejection: unfitNow };

  const prior = pool.conflict(entry);
  const byFee = prior === undefined || entry.fee > prior.fee;
  // what came on a branch that Bitcoin left gives way to anything
  if (!byFee && sortitions.has(prior.tenure)) return { status: 'rejected', rejection: { reason: 'ConflictingNonceInMempool' } };
  return { status: 'added', entry, replaced: pool.add(entry), reason: byFee ? 'ReplaceByFee' : 'ReplaceAcrossFork' };
}

/** Sources nested deeper than this are not relayed before epoch 3.4; since then they are mined, and fail. */
const MAX_NESTING = 64 + 5;

function isProblematic({ payload }: Transaction, epoch: Epoch): boolean {
  return payload.type === 'deploy' && !isAtLeast(epoch, '3.4') && nestingDepth(parseSource(payload.source)) > MAX_NESTING;
}

async function payloadCheck(state: ChainState, { payload }: Transaction, origin: string): Promise<PayloadCheck> {
  switch (payload.type) {
    case 'call': {
      const contract = await contractInterface(state, `${encodeAddress(payload.address)}.${payload.contract}`);
      if (contract === undefined) return () => ({ reason: 'NoSuchContract' });
      const fn = findFunction(contract, payload.fn);
      if (fn?.access !== 'public') return () => ({ reason: 'NoSuchPublicFunction' });
      const given = traitArguments(payload.args, fn.args);
      const known = new Set<string>();
      for (const id of given) if ((await contractInterface(state, id)) !== undefined) known.add(id);
      const message = argumentError(payload.args, fn.args, (id) => known.has(id));
      return () => (message === undefined ? undefined : { reason: 'BadFunctionArgument', data: { message } });
    }
    case 'deploy': {
      const id = `${origin}.${payload.name}`;
      const exists = (await contractInterface(state, id)) !== undefined;
      return () => (exists ? { reason: 'ContractAlreadyExists', data: { contract_identifier: id } } : undefined);
    }
    default:
      return () => undefined;
  }
}
