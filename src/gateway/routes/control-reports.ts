import type { App } from '../schema-types.js';
import { costsAnswer, coverageAnswer } from '../schemas/control-reports.js';
import { errorResponses } from '../schemas/error.js';

/** Adds the reports about contracts: what their functions cost, and which of their code was executed. */
export function addReportRoutes(app: App): void {
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
    ({ services: { devnet } }) => devnet.costs(),
  );

  app.post(
    '/v1/coverage',
    {
      schema: {
        tags: ['control'],
        operationId: 'writeCoverage',
        summary: 'Write the coverage of contracts so far, in LCOV format, to the file of the setting coverage',
        response: { 200: coverageAnswer, ...errorResponses(403, 500, 501, 503) },
      },
    },
    ({ services: { devnet } }) => devnet.writeCoverage(),
  );
}
