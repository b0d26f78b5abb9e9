import type { SimulateSteps } from '../../devnet/simulation/types.js';
import type { SimulateRequest } from '../../devnet/trace.js';
import { STACKS_BODY_LIMIT } from '../body.js';
import type { App } from '../schema-types.js';
import { txidParams } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';
import { simulationsAnswer, simulationsBody } from '../schemas/simulations.js';
import { profileAnswer, replayAnswer, replayBody, simulateAnswer, simulateBody, traceAnswer } from '../schemas/trace.js';
import { sendLists } from '../send-lists.js';

const tags = ['control'];

/** Adds the routes that show what a transaction did, or would do. */
export function addTraceRoutes(app: App): void {
  app.get(
    '/v1/tx/:txid/trace',
    {
      schema: {
        tags,
        operationId: 'trace',
        summary: 'The calls of a mined Stacks transaction, and why it failed',
        params: txidParams,
        response: { 200: traceAnswer, ...errorResponses(400, 403, 404, 501, 503) },
      },
    },
    ({ params, services: { devnet } }) => devnet.stacks.trace(params.txid),
  );

  app.get(
    '/v1/tx/:txid/profile',
    {
      schema: {
        tags,
        operationId: 'profile',
        summary: 'What each function and line of a mined Stacks transaction cost',
        params: txidParams,
        response: { 200: profileAnswer, ...errorResponses(400, 403, 404, 501, 503) },
      },
    },
    ({ params, services: { devnet } }) => devnet.stacks.profile(params.txid),
  );

  app.post(
    '/v1/simulate',
    {
      bodyLimit: STACKS_BODY_LIMIT,
      schema: {
        tags,
        operationId: 'simulate',
        summary: 'Run a call by any sender, or a transaction, without a block',
        body: simulateBody,
        response: { 200: simulateAnswer, ...errorResponses(400, 403, 413, 415, 501, 502, 503) },
      },
    },
    // The facade says which fields are missing.
    async ({ body, services: { devnet } }, reply) => sendLists(reply, await devnet.simulate(body as SimulateRequest)),
  );

  app.post(
    '/v1/simulations',
    {
      bodyLimit: STACKS_BODY_LIMIT,
      schema: {
        tags,
        operationId: 'simulations',
        summary: 'Run several steps on the state after a block, of which nothing remains',
        body: simulationsBody,
        response: { 200: simulationsAnswer, ...errorResponses(400, 403, 408, 413, 415, 501, 502, 503) },
      },
    },
    // The facade says which fields are missing.
    async ({ body, services: { devnet } }, reply) => sendLists(reply, await devnet.simulate(body as unknown as SimulateSteps)),
  );

  app.post(
    '/v1/replay',
    {
      schema: {
        tags,
        operationId: 'replay',
        summary: 'Execute a transaction of the network that this fork continues again, and compare it with what that network reported',
        body: replayBody,
        response: { 200: replayAnswer, ...errorResponses(400, 403, 404, 408, 413, 415, 501, 502, 503) },
      },
    },
    ({ body, services: { devnet } }) => devnet.replay(body.txid),
  );
}
