import { isRecord } from '../../../base/json.js';
import type { TransactionRecord } from '../../history/chain/records.js';
import type { EventRef } from '../../history/lookup/event-ref.js';
import { outcomeOf } from '../../history/lookup/outcome.js';
import type { StacksReceipt } from '../../protocol/receipt/node-receipt.js';
import type { ApiContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import type { ContractAbi } from '../interfaces.js';
import { jsonbText, jsonContains } from '../json-text.js';
import { countWhile, newestFirst, page, type Rows } from '../pages.js';
import type { Routes } from '../route.js';
import { contractId, LIMITS, limit, offset, text } from '../schemas.js';
import { showEvent } from '../show/events.js';

const MAX_CURSOR_OFFSET = 1_000;
/** What the API says of all blocks without microblocks. */
const SEQUENCE = 2_147_483_647;

/** Contracts with their interfaces and what they print. */
export const addContractRoutes: Routes = (get) => {
  get(
    '/extended/v1/contract/by_trait',
    {
      summary: 'Contracts with the functions of a trait',
      query: { trait_abi: text, limit: limit(...LIMITS.contract), offset },
      required: ['trait_abi'],
      etag: true,
    },
    async ({ query, ...context }) => {
      const functions = readTrait(query.trait_abi ?? '');
      const count = query.limit || 20;
      const skipped = query.offset ?? 0;
      const found = await context.remember(`trait ${JSON.stringify(functions)}`, async (turn) => {
        const fitting: [id: string, deploy: TransactionRecord, abi: ContractAbi][] = [];
        for (const [id, deploy] of context.lookup.contracts.deployed()) {
          const abi = await abiOf(context, id, deploy);
          if (abi !== undefined && jsonContains(abi['functions'], functions)) fitting.push([id, deploy, abi]);
          await turn();
        }
        return fitting.reverse();
      });
      const results = page(found, count, skipped).map((contract) => showContract(...contract));
      if (results.length === 0) throw notFound('cannot find contract for this trait');
      return { limit: count, offset: skipped, results };
    },
  );

  get(
    '/extended/v1/contract/:contract_id',
    { summary: 'A contract with its source and interface', params: { contract_id: text }, etag: true },
    async ({ params: { contract_id: id }, ...context }) => {
      const deploys = context.lookup.contracts.deploys(id);
      const deploy = deploys.findLast(hasAbi) ?? deploys.at(-1);
      if (deploy === undefined) throw notFound('cannot find contract by ID');
      return showContract(id, deploy, await abiOf(context, id, deploy));
    },
  );

  get(
    '/extended/v1/contract/:contract_id/events',
    {
      summary: 'What a contract printed',
      params: { contract_id: text },
      query: { limit: limit(...LIMITS.contract), offset },
      etag: true,
      deprecated: true,
    },
    ({ params, query, lookup }) => {
      const count = query.limit || 20;
      const skipped = query.offset ?? 0;
      return {
        limit: count,
        offset: skipped,
        results: showPrints(newestFirst(lookup.contracts.prints(params.contract_id), count, skipped)),
      };
    },
  );

  get(
    '/extended/v2/smart-contracts/status',
    {
      summary: 'Whether contracts are deployed',
      query: { contract_id: { anyOf: [{ type: 'array', items: contractId }, contractId] } },
      required: ['contract_id'],
      etag: true,
    },
    ({ query, ...context }) => {
      const ids = new Set([query.contract_id ?? []].flat());
      return Object.fromEntries([...ids].map((id) => [id, statusOf(context, id)]));
    },
  );

  get(
    '/extended/v2/smart-contracts/:contract_id/logs',
    {
      summary: 'What a contract printed',
      params: { contract_id: text },
      query: {
        limit: limit(...LIMITS.event),
        offset: { type: 'integer', default: 0, maximum: MAX_CURSOR_OFFSET, minimum: -MAX_CURSOR_OFFSET },
        cursor: { type: 'string', pattern: '^[0-9]+:[0-9]+:[0-9]+:[0-9]+$' },
      },
      etag: true,
    },
    ({ params, query, lookup }) => {
      const count = query.limit || 20;
      const skipped = query.offset ?? 0;
      const prints = lookup.contracts.prints(params.contract_id);
      const end = Math.min((query.cursor === undefined ? prints.length : upToPrint(prints, query.cursor)) - skipped, prints.length);
      const shown = end <= 0 ? [] : prints.slice(Math.max(end - count, 0), end).reverse();
      if (query.cursor !== undefined && shown.length === 0) throw notFound('Cursor not found');
      // A page before or after is named only if all of its rows are there.
      const at = (index: number): string | null => (shown.length === 0 || index < 0 ? null : cursorOf(prints.at(index)));
      return {
        limit: count,
        offset: skipped,
        total: shown.length === 0 ? 0 : prints.length,
        next_cursor: at(end - 1 + count),
        prev_cursor: at(end - 1 - count),
        cursor: at(end - 1),
        results: showPrints(shown),
      };
    },
  );
};

/** @throws ApiError 400 */
function readTrait(json: string): object[] {
  let trait: unknown;
  try {
    trait = JSON.parse(json);
  } catch {
    throw badRequest("Invalid 'trait_abi'");
  }
  const functions = isRecord(trait) ? trait['functions'] : undefined;
  if (!Array.isArray(functions) || !functions.every(isRecord)) throw badRequest("Invalid 'trait_abi'");
  return functions.map(({ name, access, args, outputs }) => {
    // The names of arguments do not count.
    const types = Array.isArray(args) ? args.filter(isRecord).map(({ type }) => ({ type })) : [];
    return { name, access, args: types, outputs };
  });
}

/** The interface of a contract; undefined of one that failed its analysis. */
async function abiOf({ interfaces }: ApiContext, id: string, deploy: TransactionRecord): Promise<ContractAbi | undefined> {
  const { status, contractInterface } = outcomeOfDeploy(deploy);
  if (status === 'success') return interfaces.of(id);
  return isRecord(contractInterface) ? contractInterface : undefined;
}

type DeployOutcome = Pick<StacksReceipt, 'status' | 'contractInterface'>;
/** Read once, because a search by trait asks for those of all contracts. */
const deployOutcomes = new WeakMap<TransactionRecord, DeployOutcome>();

function outcomeOfDeploy(deploy: TransactionRecord): DeployOutcome {
  const known = deployOutcomes.get(deploy);
  if (known !== undefined) return known;
  const { status, contractInterface } = deploy.receipt();
  const outcome = { status, contractInterface };
  deployOutcomes.set(deploy, outcome);
  return outcome;
}

function hasAbi(deploy: TransactionRecord): boolean {
  const { status, contractInterface } = outcomeOfDeploy(deploy);
  return status === 'success' || contractInterface !== undefined;
}

function showContract(id: string, deploy: TransactionRecord, abi: ContractAbi | undefined): object {
  const payload = outcomeOf(deploy)?.transaction.payload;
  const source = payload?.type === 'deploy' ? payload : undefined;
  return {
    tx_id: deploy.txid,
    canonical: true,
    contract_id: id,
    block_height: deploy.block.height,
    clarity_version: source?.clarityVersion ?? null,
    source_code: source?.source ?? '',
    abi: abi === undefined ? null : jsonbText(abi),
  };
}

function statusOf({ lookup, history }: ApiContext, id: string): object {
  const deploy = lookup.contracts.deploy(id);
  if (deploy !== undefined) {
    return {
      found: true,
      result: { contract_id: id, block_height: deploy.block.height, status: outcomeOfDeploy(deploy).status, tx_id: deploy.txid },
    };
  }
  const [pending] = pendingDeploys(history, id);
  return pending === undefined ? { found: false } : { found: true, result: { contract_id: id, status: 'pending', tx_id: pending.txid } };
}

/** The pending deploys of a contract, that with the lowest nonce first. */
export function pendingDeploys({ mempool }: ApiContext['history'], id: string) {
  return [...mempool.list(`deploy ${id}`)].sort((a, b) => Number(a.transaction.origin.nonce - b.transaction.origin.nonce));
}

function showPrints(prints: readonly EventRef[]): object[] {
  return prints.flatMap(({ record, index }) => {
    const event = outcomeOf(record)?.events.at(index);
    return event === undefined ? [] : [showEvent(event, index, record.txid)];
  });
}

function cursorOf(print: EventRef | undefined): string | null {
  return print === undefined ? null : `${print.record.block.height}:${SEQUENCE}:${print.record.index}:${print.index}`;
}

/** Returns how many prints, oldest first, are at a cursor or before it. */
function upToPrint(prints: Rows<EventRef>, cursor: string): number {
  const place = cursor.split(':').map(Number);
  return countWhile(prints, ({ record, index }) => {
    const own = [record.block.height, SEQUENCE, record.index, index];
    const different = own.findIndex((part, i) => part !== place[i]);
    return different < 0 || (own[different] ?? 0) < (place[different] ?? 0);
  });
}
