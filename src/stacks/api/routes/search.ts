import type { BlockRecord, TransactionRecord } from '../../history/chain/records.js';
import { decodeRaw } from '../../history/decode-raw.js';
import { outcomeOf, recipientOf } from '../../history/lookup/outcome.js';
import { stxTotals } from '../accounts/stx-balance.js';
import type { ApiContext } from '../context.js';
import { normalTxid } from '../find.js';
import { isPrincipal } from '../is-principal.js';
import { ApiAnswer, type Routes } from '../route.js';
import { text } from '../schemas.js';
import { showBlock } from '../show/block.js';
import { showPending, showTransaction, txType } from '../show/transaction.js';
import { showLock, showTotals } from './balances.js';
import { pendingDeploys } from './contracts.js';

type Found = { found: true; result: object };
type NotFound = { found: false; result: { entity_type: string }; error: string };

/** What a hash, a txid, an address or a contract names. */
export const addSearchRoutes: Routes = (get) => {
  get(
    '/extended/v1/search/:id',
    {
      summary: 'What a hash, an address or a contract is',
      params: { id: text },
      query: { include_metadata: { type: 'boolean', default: false } },
    },
    async ({ params, query, ...context }) => {
      const term = params.id.trim();
      const withMetadata = query.include_metadata ?? false;
      const answer = await search(context, term, withMetadata);
      return answer.found ? answer : new ApiAnswer(404, answer);
    },
  );
};

async function search(context: ApiContext, term: string, withMetadata: boolean): Promise<Found | NotFound> {
  if (/^(0x)?[0-9a-f]{64}$/i.test(term)) {
    const hash = normalTxid(term);
    return (await searchHash(context, hash, withMetadata)) ?? unknown('unknown_hash', `No block or transaction found with hash "${hash}"`);
  }
  if (!isPrincipal(term)) {
    const error = `The term "${term}" is not a valid block hash, transaction ID, contract principal, or account address principal`;
    return unknown('invalid_term', error);
  }
  const isContract = term.includes('.');
  const found = await (isContract ? searchContract : searchAddress)(context, term, withMetadata);
  return found ?? unknown(isContract ? 'contract_address' : 'standard_address', `No principal found with address "${term}"`);
}

function unknown(type: string, error: string): NotFound {
  return { found: false, result: { entity_type: type }, error };
}

async function searchHash(context: ApiContext, hash: string, withMetadata: boolean): Promise<Found | undefined> {
  const { chain, mempool } = context.history;
  const record = chain.transaction(hash);
  if (record !== undefined) {
    const metadata = withMetadata && { metadata: await showTransaction(context, record) };
    return { found: true, result: { entity_id: hash, entity_type: 'tx_id', tx_data: placeOf(context, record), ...metadata } };
  }
  const pending = mempool.find(hash);
  if (pending !== undefined) {
    const metadata = withMetadata && { metadata: await showPending(context, pending) };
    return {
      found: true,
      result: { entity_id: hash, entity_type: 'mempool_tx_id', tx_data: { tx_type: txType(pending.transaction) }, ...metadata },
    };
  }
  const block = chain.find(hash);
  // Index block hashes are not searched for.
  if (block === undefined || block.facts.blockHash !== hash) return undefined;
  return { found: true, result: { entity_id: hash, entity_type: 'block_hash', ...showFoundBlock(context, block, withMetadata) } };
}

function showFoundBlock(context: ApiContext, block: BlockRecord, withMetadata: boolean): object {
  const { chain } = context.history;
  const { facts } = block;
  const data = {
    canonical: chain.isCanonical(block),
    hash: facts.blockHash,
    parent_block_hash: chain.find(facts.parentHash)?.facts.blockHash ?? facts.parentHash,
    burn_block_time: facts.burnTime ?? facts.time,
    height: facts.height,
  };
  return { block_data: data, ...(withMetadata && { metadata: showBlock(context, block) }) };
}

function placeOf({ history: { chain } }: ApiContext, record: TransactionRecord): object {
  const { block } = record;
  return {
    canonical: chain.isCanonical(block),
    block_hash: block.facts.blockHash,
    burn_block_time: block.facts.burnTime ?? block.facts.time,
    block_height: block.height,
    tx_type: txType(decodeRaw(record.receipt().rawTx)),
  };
}

async function searchContract(context: ApiContext, id: string, withMetadata: boolean): Promise<Found | undefined> {
  const head = { entity_id: id, entity_type: 'contract_address' };
  const [pending] = pendingDeploys(context.history, id);
  if (pending !== undefined) {
    const metadata = withMetadata && { metadata: await showPending(context, pending) };
    return { found: true, result: { ...head, tx_data: { tx_type: txType(pending.transaction), tx_id: pending.txid }, ...metadata } };
  }
  const deploy = context.lookup.contracts.deploy(id);
  if (deploy === undefined) return undefined;
  const metadata = withMetadata && { metadata: await showTransaction(context, deploy) };
  return { found: true, result: { ...head, tx_data: { ...placeOf(context, deploy), tx_id: deploy.txid }, ...metadata } };
}

/** An address is known by what it sent, or received by an event; not by the fees that it paid for others. */
async function searchAddress(context: ApiContext, address: string, withMetadata: boolean): Promise<Found | undefined> {
  const account = context.lookup.accounts.find(address);
  const isParty = (record: TransactionRecord): boolean => {
    const outcome = outcomeOf(record);
    return outcome !== undefined && (outcome.sender === address || recipientOf(outcome.transaction) === address);
  };
  if (account === undefined || (account.movements.length === 0 && !account.transactions.some(isParty))) return undefined;
  const metadata = withMetadata && {
    metadata: { ...showTotals(await stxTotals(context, address)), ...showLock(context, address, context.history.chain.tip) },
  };
  return { found: true, result: { entity_id: address, entity_type: 'standard_address', ...metadata } };
}
