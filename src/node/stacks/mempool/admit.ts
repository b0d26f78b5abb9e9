import { encodeAddress } from '../../../chains/stacks/codec/c32.js';
import {
  type AbiFunction,
  argumentError,
  findFunction,
  type TraitArgument,
  traitArguments,
} from '../../../chains/stacks/codec/contract/abi.js';
import { nestingDepth, parseSource } from '../../../chains/stacks/codec/contract/source.js';
import { findTrait, nameTraits, unmetFunction } from '../../../chains/stacks/codec/contract/trait.js';
import type { ClarityType } from '../../../chains/stacks/codec/contract/type.js';
import type { Transaction } from '../../../chains/stacks/codec/transaction/transaction.js';
import { type Epoch, isAtLeast } from '../chain/epoch.js';
import { isOwnVersion, type Network } from '../chain/network.js';
import { recentlyMined } from '../chain/state/recently-mined.js';
import type { ChainState } from '../chain/state/state.js';
import { View } from '../chain/state/view.js';
import { type AdmissionRules, type PayloadCheck, stateRejection, staticRejection } from './admission.js';
import { poolEntry } from './entry.js';
import type { PoolEntry } from './pool.js';
import type { Rejection } from './rejection.js';

/**
 * The result of a submitted transaction. `known` is pending or mined already, `ignored` is one that no node would relay. The sender sees
 * both as accepted.
 */
export type Admission =
  | { status: 'added'; entry: PoolEntry; replaced: PoolEntry[]; reason: 'ReplaceByFee' | 'ReplaceAcrossFork' }
  | { status: 'known' | 'ignored' }
  | { status: 'rejected'; rejection: Rejection };

/** Puts a transaction through the checks of stacks-core's mempool and into the pool. */
export async function admit(
  state: ChainState,
  transaction: Transaction,
  { epoch, ...rules }: Omit<AdmissionRules, 'network'>,
): Promise<Admission> {
  const { ledger, network, sortitions, pool } = state;
  if (pool.get(transaction.txid) !== undefined || recentlyMined(ledger, transaction.txid) !== undefined) return { status: 'known' };
  if (isProblematic(transaction, epoch)) return { status: 'ignored' };
  const unfit = staticRejection(transaction, { epoch, network, ...rules });
  if (unfit !== undefined) return { status: 'rejected', rejection: unfit };

  const entry = poolEntry(transaction, ledger.tip.sortition);
  // All is read in one state of the chain.
  const view = new View(state, ledger.tip);
  const checkPayload = await payloadCheck(view, network, transaction, entry.origin);
  const origin = await view.account(entry.origin);
  const payer = entry.sponsor === entry.origin ? origin : await view.account(entry.sponsor);
  if (pool.get(transaction.txid) !== undefined) return { status: 'known' };
  const unfitNow = stateRejection(transaction, origin, payer, checkPayload);
  if (unfitNow !== undefined) return { status: 'rejected', rejection: unfitNow };

  const prior = pool.conflict(entry);
  const byFee = prior === undefined || entry.fee > prior.fee;
  // Any transaction replaces one from a branch that Bitcoin abandoned.
  if (!byFee && sortitions.has(prior.tenure)) return { status: 'rejected', rejection: { reason: 'ConflictingNonceInMempool' } };
  return { status: 'added', entry, replaced: pool.add(entry), reason: byFee ? 'ReplaceByFee' : 'ReplaceAcrossFork' };
}

/** Sources nested deeper than this are not relayed before epoch 3.4; since then they are mined, and fail. */
const MAX_NESTING = 64 + 5;

function isProblematic({ payload }: Transaction, epoch: Epoch): boolean {
  return payload.type === 'deploy' && !isAtLeast(epoch, '3.4') && nestingDepth(parseSource(payload.source)) > MAX_NESTING;
}

async function payloadCheck(view: View, network: Network, { payload }: Transaction, origin: string): Promise<PayloadCheck> {
  switch (payload.type) {
    case 'call': {
      // The genesis may have contracts of mainnet, which no node of a test network has.
      const id = `${encodeAddress(payload.address)}.${payload.contract}`;
      const contract = await view.contractInterface(id);
      if (contract === undefined)
        return () => ({ reason: isOwnVersion(network, payload.address.version) ? 'NoSuchContract' : 'BadAddressVersionByte' });
      const fn = findFunction(contract, payload.fn);
      if (fn?.access !== 'public') return () => ({ reason: 'NoSuchPublicFunction' });
      const expected = await argumentTypes(view, id, fn);
      const errors = new Map<string, string | undefined>();
      for (const given of traitArguments(payload.args, expected)) errors.set(traitKey(given), await traitError(view, given));
      const message = argumentError(payload.args, expected, (given, trait) => errors.get(traitKey({ contract: given, trait })));
      return () => (message === undefined ? undefined : { reason: 'BadFunctionArgument', data: { message } });
    }
    case 'deploy': {
      const id = `${origin}.${payload.name}`;
      const exists = (await view.contractInterface(id)) !== undefined;
      return () => (exists ? { reason: 'ContractAlreadyExists', data: { contract_identifier: id } } : undefined);
    }
    default:
      return () => undefined;
  }
}

async function argumentTypes(view: View, contract: string, fn: AbiFunction): Promise<ClarityType[]> {
  const source = await view.contract(contract);
  return source === undefined ? fn.args : nameTraits(fn, source.source, contract);
}

function traitKey({ contract, trait }: TraitArgument): string {
  return `${contract} ${trait}`;
}

/** Returns the node's error for a contract that is passed as a trait. */
async function traitError(view: View, { contract, trait = '' }: TraitArgument): Promise<string | undefined> {
  const given = await view.contractInterface(contract);
  if (given === undefined) return `NoSuchContract("${contract}")`;
  const dot = trait.lastIndexOf('.');
  const name = trait.slice(dot + 1);
  const functions = findTrait((await view.contract(trait.slice(0, dot)))?.source ?? '', name);
  const unmet = functions && unmetFunction((fn) => findFunction(given, fn), functions);
  return unmet === undefined ? undefined : `BadTraitImplementation("${name}", "${unmet}")`;
}
