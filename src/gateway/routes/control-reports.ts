import type { App } from '../schema-types.js';
import { costsAnswer } from '../schemas/control-reports.js';
import { errorResponses } from '../schemas/error.js';
import type { Services } from '../services.js';

/** Adds the reports about contracts: what their functions cost. */
export function addReportRoutes(app: App, { devnet }: Services): void {
  app.get(
    '/v1/costs',
    {
      schema: {
        tags: ['control'],
        operationId: 'costs',
        summary: 'What the functions of contracts cost, from the receipts of transactions',
        response: { 200: costsAnswer, ...errorResponses(403, 503) },
      },
    },
    () => devnet.costs(),
  );
}
