import type { StacksView } from '../extended/stacks-view.js';
import { showTransaction } from '../extended/transaction.js';
import type { App } from '../schema-types.js';
import { txidParams } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';
import { transactionAnswer, transactionMissing } from '../schemas/extended.js';
import type { Services } from '../services.js';

/** Transactions as clients of the Stacks API poll them. */
export function addTransactionRoutes(app: App, { node }: Services, view: StacksView): void {
  app.get(
    '/extended/v1/tx/:txid',
    {
      schema: {
        tags: ['extended'],
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
      const shown = await showTransaction(view, node, txid);
      if (shown !== undefined) return shown;
      const message = 'could not find transaction by ID';
      return reply.code(404).send({ error: 'Not Found', code: 'NOT_FOUND', message, statusCode: 404 });
    },
  );
}
