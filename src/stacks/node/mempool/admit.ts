import { isTooDeep } from '../../../clarity/syntax.js';
import { encodeAddress } from '../../../clarity/values.js';
import type { ClarityVersion } from '../../../clarity/version.js';
import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import type { Epoch } from '../chain/epoch.js';
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
  const { ledger, network } = state;
  if (isKnown(state, transaction)) return { status: 'known' };
  if (isProblematic(transaction, state, epoch)) return { status: 'ignored' };
  const unfit = staticRejection(transaction, { epoch, network, ...rules });
  if (unfit !== undefined) return { status: 'rejected', rejection: unfit };

  // All is read in one state of the chain, which is that of its tip when the transaction is added.
  for (;;) {
    const { tip } = ledger;
    const entry = poolEntry(transaction, tip.sortition);
    const view = new View(state, tip);
    const checkPayload = await payloadCheck(view, network, transaction, entry.origin);
    const origin = await view.account(entry.origin);
    const payer = entry.sponsor === entry.origin ? origin : await view.account(entry.sponsor);
    if (isKnown(state, transaction)) return { status: 'known' };
    if (ledger.tip !== tip) continue;
    const unfitNow = stateRejection(transaction, origin, payer, checkPayload);
    return unfitNow === undefined ? add(state, entry) : { status: 'rejected', rejection: unfitNow };
  }
}

function isKnown({ pool, ledger }: ChainState, { txid }: Transaction): boolean {
  return pool.get(txid) !== undefined || recentlyMined(ledger, txid) !== undefined;
}

function add({ pool, sortitions }: ChainState, entry: PoolEntry): Admission {
  const prior = pool.conflict(entry);
  const byFee = prior === undefined || entry.fee > prior.fee;
  // Any transaction replaces one from a branch that Bitcoin abandoned.
  if (!byFee && sortitions.has(prior.tenure)) return { status: 'rejected', rejection: { reason: 'ConflictingNonceInMempool' } };
  return { status: 'added', entry, replaced: pool.add(entry), reason: byFee ? 'ReplaceByFee' : 'ReplaceAcrossFork' };
}

/** Sources nested too deep are not relayed before epoch 3.4; since then they are mined, and fail. */
function isProblematic({ payload }: Transaction, { vm }: ChainState, epoch: Epoch): boolean {
  if (payload.type !== 'deploy') return false;
  return isTooDeep(payload.source, vm.rulesOf(epoch).epoch, payload.clarityVersion as ClarityVersion | undefined);
}

async function payloadCheck(view: View, network: Network, { payload }: Transaction, origin: string): Promise<PayloadCheck> {
  switch (payload.type) {
    case 'call': {
      const { address, contract, fn, args } = payload;
      const error = await view.callError(`${encodeAddress(address)}.${contract}`, fn, args);
      // The genesis may have contracts of mainnet, which no node of a test network has.
      const isForeign = error?.reason === 'NoSuchContract' && !isOwnVersion(network, address.version);
      return () => (isForeign ? { reason: 'BadAddressVersionByte' } : error);
    }
    case 'deploy': {
      const id = `${origin}.${payload.name}`;
      const exists = (await view.contract(id)) !== undefined;
      return () => (exists ? { reason: 'ContractAlreadyExists', data: { contract_identifier: id } } : undefined);
    }
    default:
      return () => undefined;
  }
}
