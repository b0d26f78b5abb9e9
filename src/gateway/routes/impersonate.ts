import { statusAnswer } from '../../devnet/answers/status.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { impersonateBody, principalParams } from '../schemas/impersonate.js';

const tags = ['control'];

/** Routes that switch the check of an account's signatures off and on, under `/devnet/v1`. */
export function addImpersonateRoutes(app: App): void {
  app.post(
    '/v1/impersonate',
    {
      schema: {
        tags,
        operationId: 'impersonate',
        summary: 'Accept transactions of an account without its signature',
        body: impersonateBody,
        response: { 200: statusAnswer, ...errorResponses(400, 403, 413, 415, 501, 503) },
      },
    },
    async ({ body, services: { devnet } }) => {
      await devnet.impersonate(body.principal);
      return devnet.status();
    },
  );

  app.delete(
    '/v1/impersonate/:principal',
    {
      schema: {
        tags,
        operationId: 'stopImpersonating',
        summary: 'Check the signatures of an account again',
        params: principalParams,
        response: { 200: statusAnswer, ...errorResponses(400, 403, 501, 503) },
      },
    },
    async ({ params, services: { devnet } }) => {
      await devnet.stopImpersonating(params.principal);
      return devnet.status();
    },
  );
}
