import { Readable } from 'node:stream';
import type { HTTPMethods } from 'fastify';
import { createByteCollector, readStream } from '#platform/read-stream.js';
import { isRecord } from '../../base/json.js';
import { NODE_BODY_LIMIT, STACKS_BODY_LIMIT } from '../../stacks/body-limit.js';
import { readWhole } from '../../stacks/client.js';
import { transactionOf } from '../../stacks/rpc-faults.js';
import { formatRejection } from '../../stacks/signing.js';
import { isAnnouncedTooLong, readBody, tooLong } from '../body.js';
import { standInEstimate } from '../fee-estimate.js';
import { ask, forward, passBack } from '../proxy.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { feeAnswer, feeRequest, refusal } from '../schemas/node.js';
import type { Services } from '../services.js';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The Stacks node's RPC under `/v2` and `/v3`: bodies pass as they stream, in both directions. Needs a scope of its own. */
export function addNodeRoutes(scope: App): void {
  scope.removeAllContentTypeParsers();
  // A node reads at most as much of a body whose length no header announces.
  scope.addContentTypeParser('*', (request, body, done) => (isAnnouncedTooLong(request) ? done(tooLong(request)) : done(null, body)));
  scope.post('/v2/transactions', { schema: { hide: true }, bodyLimit: NODE_BODY_LIMIT }, async (request, reply) => {
    const { node, devnet } = request.services;
    const { rpcFaults } = devnet;
    const given = request.body as Readable | undefined;
    const sent = rpcFaults.keepsTransactions() ? await readTransaction(given) : given;
    const transaction = Buffer.isBuffer(sent) ? transactionOf(sent, request.headers['content-type']) : undefined;
    const txid = transaction && rpcFaults.take(transaction);
    if (txid !== undefined) return reply.type('application/json').send(JSON.stringify(txid));
    const answer = await ask(node, request, sent);
    if (answer.status !== 400) return passBack(answer, reply);
    const body = await readWhole(answer.body);
    reportRejection(devnet, body.toString('utf8'));
    return passBack({ ...answer, body }, reply);
  });
  // `fetchSbtcBalance` of the npm package `sbtc` 0.3.2 leaves out the name of the contract. A node has no such path.
  scope.post('/v2/contracts/call-read/:address/get-balance', { schema: { hide: true }, bodyLimit: NODE_BODY_LIMIT }, (request, reply) => {
    const { address } = request.params as { address: string };
    return forward(request.services.node, request, reply, `/v2/contracts/call-read/${encodeURIComponent(address)}/sbtc-token/get-balance`);
  });
  for (const url of ['/v2/*', '/v3/*']) {
    scope.route({
      method: METHODS,
      url,
      schema: { hide: true },
      bodyLimit: NODE_BODY_LIMIT,
      handler: (request, reply) => forward(request.services.node, request, reply),
    });
  }
}

/** Reads a body that may be a transaction. A longer one stays a stream, which the node refuses. */
async function readTransaction(body: Readable | undefined): Promise<Buffer | Readable | undefined> {
  if (body === undefined) return undefined;
  const collector = createByteCollector();
  return (await readStream(body, STACKS_BODY_LIMIT, collector)) ?? Readable.from(joined(collector.finish(), body));
}

async function* joined(begin: Buffer, rest: Readable): AsyncGenerator<Buffer> {
  yield begin;
  yield* rest;
}

/** Reports what the node answers to a transaction that it rejects; it says nothing of a txid when it could not decode one. */
function reportRejection(devnet: Services['devnet'], text: string): void {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return;
  }
  if (!isRecord(answer)) return;
  const { txid, reason, reason_data: data } = answer;
  if (typeof txid === 'string' && typeof reason === 'string') devnet.reportRejection(txid, formatRejection(reason, data));
}

/** The one exception: a fee estimate where the node has none yet. Needs a scope of its own. */
export function addFeeRoute(scope: App): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', readBody);
  scope.route({
    method: 'POST',
    url: '/v2/fees/transaction',
    bodyLimit: STACKS_BODY_LIMIT,
    // The body stays as it came: the node reads it.
    validatorCompiler: () => () => true,
    schema: {
      tags: ['node'],
      operationId: 'estimateFee',
      summary: 'Estimate the fee of a transaction',
      body: feeRequest,
      response: { 200: feeAnswer, 400: refusal, ...errorResponses(503) },
    },
    handler: async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await ask(request.services.node, request, body);
      if (answer.status !== 400) return passBack(answer, reply);
      const text = (await readWhole(answer.body)).toString('utf8');
      const estimate = standInEstimate(body, text);
      if (estimate !== undefined) return estimate;
      reply.code(400).type(answer.headers['content-type'] ?? 'text/plain');
      return reply.serializer(String).send(text);
    },
  });
}
