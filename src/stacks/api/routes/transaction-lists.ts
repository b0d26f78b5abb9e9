import type { Turn } from '../../../base/turns.js';
import { decodeAddress } from '../../../clarity/values.js';
import type { BlockRecord, TransactionRecord } from '../../history/chain/records.js';
import { type EventRef, withoutRepeats } from '../../history/lookup/event-ref.js';
import { asItIs, type List } from '../../history/lookup/number-list.js';
import { contractOf, decodeOutcome, type Outcome, outcomeOf, parties, recipientOf } from '../../history/lookup/outcome.js';
import type { StateEvent } from '../../history/lookup/token-event.js';
import type { TypedEvent } from '../../protocol/receipt/typed-event.js';
import type { ApiContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import { blockAt, blockByHash, checkHex, checkPrincipal, normalTxid } from '../find.js';
import { isPrincipal } from '../is-principal.js';
import { newestFirst, newestFirstCursorPage, page, type Rows } from '../pages.js';
import type { Routes } from '../route.js';
import { flag, height, limit, limitV3, offset, principal, text, transactionId, word } from '../schemas.js';
import { eventType, showEvent } from '../show/events.js';
import { payloadType, showTransaction, type TxType, txType } from '../show/transaction.js';
import { showSummaryV3 } from '../show/transaction-v3.js';
import { cursorOf, transactionCursor, upToCursor } from '../transaction-cursor.js';

const TYPES = [
  'coinbase',
  'token_transfer',
  'smart_contract',
  'contract_call',
  'poison_microblock',
  'tenure_change',
] as const satisfies TxType[];
const EVENT_TYPES = ['smart_contract_log', 'stx_lock', 'stx_asset', 'fungible_token_asset', 'non_fungible_token_asset'] as const;

/** Lists of mined transactions and of their events. */
export const addTransactionListRoutes: Routes = (get) => {
  get(
    '/extended/v1/tx',
    {
      summary: 'Mined transactions',
      query: {
        offset,
        limit: limit(20, 50),
        type: { type: 'array', items: word(...TYPES) },
        unanchored: flag,
        order: word('asc', 'desc'),
        sort_by: { ...word('block_height', 'burn_block_time', 'fee'), default: 'block_height' },
        from_address: text,
        to_address: text,
        start_time: { type: 'integer' },
        end_time: { type: 'integer' },
        contract_id: text,
        function_name: text,
        nonce: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        exclude_function_args: flag,
      },
      deprecated: true,
      etag: true,
    },
    async ({ query, ...context }) => {
      const { limit: given, offset: skipped = 0, exclude_function_args: withoutArguments } = query;
      const count = given || 20;
      const { list: all, key } = await filtered(context, query as Filter);
      const { list, isReversed } = await sorted(context, all, key, query);
      const records = isReversed ? page(list, count, skipped) : newestFirst(list, count, skipped);
      const total = all.length - (all === context.lookup.transactions ? genesisCount(context) : 0);
      return { limit: count, offset: skipped, total, results: await showAll(context, records, { withoutArguments }) };
    },
  );

  get(
    '/extended/v1/tx/events',
    {
      summary: 'Events of a transaction or a principal',
      query: {
        tx_id: transactionId,
        address: principal,
        type: { type: 'array', items: word(...EVENT_TYPES) },
        offset,
        limit: limit(20, 100),
      },
      deprecated: true,
      etag: true,
    },
    async ({ query, ...context }) => {
      const { tx_id: id, address, type: types = [], offset: skipped = 0 } = query;
      const count = query.limit || 20;
      if (address === undefined && id === undefined) throw badRequest("can not find 'address' or 'tx_id' in the request");
      if (address !== undefined && id !== undefined) throw badRequest("can't handle both 'address' and 'tx_id' in the same request");
      if (address !== undefined) checkPrincipal(address);
      const isWanted: IsWantedKind = (event) => types.length === 0 || types.some((type) => type === eventType(event));
      const found =
        id === undefined
          ? await context.remember(`events ${JSON.stringify([address, types])}`, (turn) => eventsOf(context, address ?? '', isWanted, turn))
          : eventsIn(context, normalTxid(id), isWanted);
      const events = newestFirst(rowsOf(found), count, skipped).flatMap(({ record, index }) => {
        const event = outcomeOf(record)?.events.at(index);
        return event === undefined ? [] : [showEvent(event, index, record.txid)];
      });
      return { limit: count, offset: skipped, events };
    },
  );

  get(
    '/extended/v1/tx/block_height/:height',
    {
      summary: 'Transactions of a block',
      params: { height },
      query: { offset, limit: limit(20, 50), exclude_function_args: flag },
      deprecated: true,
      etag: true,
    },
    async ({ params, query, ...context }) => {
      const found = blockAt(context, params.height);
      if (found === undefined) throw notFound(`no block found at height ${params.height}`);
      return listOfBlock(context, found, query);
    },
  );

  get(
    '/extended/v1/tx/block/:block_hash',
    {
      summary: 'Transactions of a block',
      params: { block_hash: text },
      query: { offset, limit: limit(20, 200), exclude_function_args: flag },
      deprecated: true,
      etag: true,
    },
    async ({ params, query, ...context }) => {
      const found = blockByHash(context, checkHex(params.block_hash));
      if (found === undefined) throw notFound('no block found by hash');
      return listOfBlock(context, found, query);
    },
  );

  get(
    '/extended/v3/transactions',
    { summary: 'Mined transactions', query: { limit: limitV3(20, 50), cursor: transactionCursor }, etag: true },
    ({ query: { limit: count = 20, cursor }, ...context }) => {
      const { transactions } = context.lookup;
      const { items, envelope } = newestFirstCursorPage(transactions, upToCursor(transactions, cursor), count, cursorOf);
      const total = items.length === 0 ? 0 : transactions.length - genesisCount(context);
      return { ...envelope, total, results: items.map(summary) };
    },
  );
};

export function summary(record: TransactionRecord): object {
  const outcome = outcomeOf(record);
  return outcome === undefined ? { tx_id: record.txid } : showSummaryV3(outcome);
}

export async function showAll(
  context: ApiContext,
  records: readonly TransactionRecord[],
  options: Parameters<typeof showTransaction>[2] = {},
): Promise<object[]> {
  const shown: object[] = [];
  for (const record of records) shown.push(await showTransaction(context, record, options));
  return shown;
}

/** How many transactions of block 0 the list of all has, which the API's total of all leaves out. */
function genesisCount({ history: { chain } }: ApiContext): number {
  return chain.first?.fromGenesis ?? 0;
}

/** Those of a block that is not canonical are in no list. */
async function listOfBlock(
  context: ApiContext,
  block: BlockRecord,
  query: { limit?: number; offset?: number; exclude_function_args?: boolean },
): Promise<object> {
  const records = context.history.chain.isCanonical(block) ? block.transactions : [];
  const count = query.limit || 20;
  const skipped = query.offset ?? 0;
  const shown = newestFirst(records, count, skipped);
  const results = await showAll(context, shown, { withoutArguments: query.exclude_function_args });
  return { limit: count, offset: skipped, total: records.length, results };
}

type Filter = Partial<Record<'from_address' | 'to_address' | 'contract_id' | 'function_name', string>> & {
  type?: readonly TxType[];
  start_time?: number;
  end_time?: number;
  nonce?: number;
};

/** The transactions that a query asks for, oldest first, and what they are remembered by. */
async function filtered({ lookup, remember }: ApiContext, query: Filter): Promise<{ list: List<TransactionRecord>; key: string }> {
  const {
    from_address: from,
    to_address: to,
    contract_id: contract,
    function_name: fn,
    type = [],
    start_time: start,
    end_time: end,
    nonce,
  } = query;
  if (from !== undefined && decodeAddress(from) === undefined) throw invalidParameter('from_address', from, 'STX address');
  if (to !== undefined && !isPrincipal(to)) throw invalidParameter('to_address', to, 'STX address');
  if (contract !== undefined && !isPrincipal(contract)) throw invalidParameter('contract_id', contract, 'principal');
  // The lookup has a list for each principal and for each type.
  const named = contract ?? from ?? to;
  const types = [...new Set(type.map(payloadType))].sort();
  const ofTypes = async () => {
    if (types.length < 2) return types.length === 0 ? lookup.transactions : lookup.byType.of(types);
    return remember(`types ${types.join()}`, async () => lookup.byType.of(types));
  };
  const list = named === undefined ? await ofTypes() : (lookup.accounts.find(named)?.transactions ?? []);
  const key = JSON.stringify([from, to, contract, fn, type, start, end, nonce]);
  if ([from, to, contract, fn, start, end].every((value) => value === undefined) && !nonce) return { list, key };
  const conditions: ((outcome: Outcome) => boolean)[] = [
    ...(from === undefined ? [] : [({ sender }: Outcome) => sender === from]),
    ...(to === undefined ? [] : [({ transaction }: Outcome) => recipientOf(transaction) === to]),
    ...(contract === undefined
      ? []
      : [({ transaction }: Outcome) => contractOf(transaction) === contract && transaction.payload.type === 'call']),
    ...(fn === undefined ? [] : [({ transaction: { payload } }: Outcome) => payload.type === 'call' && payload.fn === fn]),
    ...(type.length === 0 || named === undefined ? [] : [({ transaction }: Outcome) => type.includes(txType(transaction))]),
    // A nonce of 0 does not filter, as in the API.
    ...(nonce ? [({ transaction }: Outcome) => transaction.origin.nonce === BigInt(nonce)] : []),
  ];
  const isWanted = (record: TransactionRecord): boolean => {
    const { burnTime = 0 } = record.block;
    if ((start !== undefined && burnTime < start) || (end !== undefined && burnTime > end)) return false;
    const outcome = conditions.length === 0 ? undefined : decodeOutcome(record);
    return conditions.length === 0 || (outcome !== undefined && conditions.every((holds) => holds(outcome)));
  };
  return { list: await remember(`transactions ${key}`, (turn) => choose(list, isWanted, turn)), key };
}

/** Filters a list of the chain as it is now, with pauses. */
export async function choose<T>(list: Iterable<T>, isWanted: (item: T) => boolean, turn: Turn): Promise<T[]> {
  const found: T[] = [];
  for (const item of asItIs(list)) {
    if (isWanted(item)) found.push(item);
    await turn();
  }
  return found;
}

function invalidParameter(name: string, value: string, what: string): Error {
  return badRequest(`Invalid query parameter for "${name}": "${value}" is not a valid ${what}`);
}

/** @returns `list` in the order to show it if `isReversed`, else the other way round */
async function sorted(
  { remember }: ApiContext,
  list: List<TransactionRecord>,
  key: string,
  { order = 'desc', sort_by: by = 'block_height' }: { order?: string; sort_by?: string },
): Promise<{ list: List<TransactionRecord>; isReversed: boolean }> {
  if (by !== 'fee') return { list, isReversed: order === 'asc' };
  const byFee = await remember(`by fee ${order} ${key}`, async (turn) => {
    const fees = new Map<TransactionRecord, bigint>();
    for (const record of asItIs(list)) {
      fees.set(record, decodeOutcome(record)?.fee ?? 0n);
      await turn();
    }
    const sign = order === 'asc' ? 1 : -1;
    // Equal fees are in the same order by block.
    const byBlock = order === 'asc' ? [...fees.keys()] : [...fees.keys()].reverse();
    return byBlock.sort((a, b) => sign * Number((fees.get(a) ?? 0n) - (fees.get(b) ?? 0n)));
  });
  return { list: byFee, isReversed: true };
}

type Kind = Pick<TypedEvent, 'kind'>;
type IsWantedKind = (event: Kind) => boolean;
/** An event that is not decoded: a transaction may have a million. */
type FoundEvent = EventRef;
/** The events of a transaction that are wanted. */
type FoundEvents = { record: TransactionRecord; indices: Uint32Array };

function eventsIn({ history: { chain } }: ApiContext, txid: string, isWanted: IsWantedKind): FoundEvents[] {
  const record = chain.transaction(txid);
  const outcome = record !== undefined && chain.isCanonical(record.block) ? outcomeOf(record) : undefined;
  return outcome === undefined ? [] : [findEvents(outcome, isWanted, () => isWanted({ kind: 'print' }))];
}

/** Events with a principal as sender, recipient or stacker, and the prints of a contract; oldest first. Those of the chain as it is now. */
async function eventsOf({ lookup }: ApiContext, name: string, isWanted: IsWantedKind, turn: Turn): Promise<FoundEvents[]> {
  const account = lookup.accounts.find(name);
  const all = [...lookup.contracts.prints(name).records(), ...(account?.locks ?? []).map(({ record }) => record)];
  for (const { record } of asItIs(account?.movements ?? [])) {
    all.push(record);
    await turn();
  }
  const records = withoutRepeats(all);
  const concerns = (event: StateEvent): boolean => parties(event).includes(name) || (event.kind === 'lock' && event.address === name);
  const isWantedPrint = (contract: string): boolean => contract === name && isWanted({ kind: 'print' });
  const found: FoundEvents[] = [];
  for (const record of records.sort((a, b) => a.block.height - b.block.height || a.index - b.index)) {
    const outcome = decodeOutcome(record);
    if (outcome !== undefined) found.push(findEvents(outcome, (event) => isWanted(event) && concerns(event), isWantedPrint));
    await turn();
  }
  return found;
}

/** @param isWantedPrint whether the prints of a contract are wanted */
function findEvents(outcome: Outcome, isWanted: (event: StateEvent) => boolean, isWantedPrint: (contract: string) => boolean): FoundEvents {
  const { record, events } = outcome;
  const wanted = new Uint8Array(events.length);
  for (const [index, event] of events.others()) if (isWanted(event)) wanted[index] = 1;
  for (const [contract, printed] of events.printed()) if (isWantedPrint(contract)) for (const index of printed) wanted[index] = 1;
  const indices = new Uint32Array(wanted.length);
  let count = 0;
  for (let index = 0; index < wanted.length; index++) if (wanted[index] === 1) indices[count++] = index;
  // A copy, so that what is remembered is as small as the list.
  return { record, indices: indices.slice(0, count) };
}

/** The events of several transactions as one list. */
function rowsOf(found: readonly FoundEvents[]): Rows<FoundEvent> {
  const slice = (from: number, to: number): FoundEvent[] => {
    const rows: FoundEvent[] = [];
    let begin = 0;
    for (const { record, indices } of found) {
      for (const index of indices.subarray(Math.max(from - begin, 0), Math.max(to - begin, 0))) rows.push({ record, index });
      begin += indices.length;
    }
    return rows;
  };
  return { length: found.reduce((sum, { indices }) => sum + indices.length, 0), slice, at: (index) => slice(index, index + 1)[0] };
}
