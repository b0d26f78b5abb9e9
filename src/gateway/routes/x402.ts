import { DevnetError } from '../../base/error.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { paymentBody, settleAnswer, supportedAnswer, verifyAnswer } from '../schemas/x402.js';
import type { Services } from '../services.js';
import type { Facilitator } from '../x402/facilitator.js';

const tags = ['x402'];
const errors = errorResponses(400, 401, 404, 413, 415, 429, 503);

/** Adds a facilitator of x402 v2, to which servers send the payments of their clients. */
export function addX402Routes(app: App): void {
  app.get(
    '/x402/supported',
    {
      schema: {
        tags,
        operationId: 'x402Supported',
        summary: 'The payments that the facilitator accepts',
        response: { 200: supportedAnswer, ...errors },
      },
    },
    async ({ services }) => (await facilitator(services)).supported(),
  );

  app.post(
    '/x402/verify',
    {
      schema: {
        tags,
        operationId: 'x402Verify',
        summary: 'Check a payment without sending it',
        body: paymentBody,
        response: { 200: verifyAnswer, ...errors },
      },
    },
    async ({ body, services }) => (await facilitator(services)).verify(body),
  );

  app.post(
    '/x402/settle',
    {
      schema: {
        tags,
        operationId: 'x402Settle',
        summary: 'Check a payment, send it and wait for its block',
        body: paymentBody,
        response: { 200: settleAnswer, ...errors },
      },
    },
    async ({ body, services }) => (await facilitator(services)).settle(body),
  );
}

function facilitator({ x402 }: Services): Promise<Facilitator> {
  if (x402 !== undefined) return x402();
  throw new DevnetError('NOT_FOUND', 'This network has no x402 facilitator. Set x402.enabled to true.');
}
