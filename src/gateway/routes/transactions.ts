import { invalid } from '../../error.js';
import { with0x } from '../../hex.js';
import type { StacksView } from '../extended/stacks-view.js';
import { showTransaction } from '../extended/transaction.js';
import { type Include, showTransactionV3 } from '../extended/transaction-v3.js';
import type { App } from '../schema-types.js';
import { txidParams } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';
import { includeQuery, transactionAnswer, transactionMissing, transactionV3Answer } from '../schemas/extended.js';
import type { Services } from '../services.js';

const tags = ['extended'];

/** Transactions as clients of the Stacks API poll them. What shows them is loaded by the first poll. */
export function addTransactionRoutes(app: App, { node }: Services, view: StacksView): void {
  app.get(
    '/extended/v1/tx/:txid',
    {
      schema: {
        tags,
        operationId: 'transaction',
        summary: 'A transaction with its state',
        params: txidParams,
        response: {
          200: transactionAnswer,
          302: { type: 'null', description: 'To the same transaction with 0x.' },
          404: transactionMissing,
          ...errorResponses(400, 502, 503),
        },
      },
    },
    async ({ params, url }, reply) => {
      const txid = params.txid.toLowerCase();
      if (!txid.startsWith('0x')) {
        const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
        return reply.redirect(`/extended/v1/tx/0x${txid}${query}`, 302);
      }
      return (await showTransaction(view, node, txid)) ?? reply.code(404).send(missing('could not find transaction by ID'));
    },
  );

  app.get(
    '/extended/v3/transactions/:txid',
    {
      schema: {
        tags,
        operationId: 'transactionV3',
        summary: 'A transaction with its state, heavy fields on request',
        params: txidParams,
        querystring: includeQuery,
        response: { 200: transactionV3Answer, 404: transactionMissing, ...errorResponses(400, 502, 503) },
      },
    },
    async ({ params, query }, reply) => {
      const txid = with0x(params.txid.toLowerCase());
      const include = readInclude([query.include ?? []].flat());
      return (await showTransactionV3(view, node, txid, include)) ?? reply.code(404).send(missing('Transaction not found'));
    },
  );
}

/** The API's own shape of "not found", which its clients know, with our code beside it. */
function missing(message: string) {
  return { error: 'Not Found', code: 'NOT_FOUND', message, statusCode: 404 } as const;
}

const FIELDS = ['function_args', 'source_code', 'post_conditions', 'result'] as const;

/** Field names, each alone or several with commas between. */
function readInclude(values: readonly string[]): Include {
  const names = values.flatMap((value) => value.split(','));
  return new Set(names.map((name) => FIELDS.find((known) => known === name) ?? refuse(name)));
}

function refuse(name: string): never {
  throw invalid('include', FIELDS.join(', '), name);
}
