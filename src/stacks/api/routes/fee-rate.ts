import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Api, DEPRECATED, describeRoute } from '../route.js';

/** Micro-STX: what the API answers for every transaction. */
const FEE_RATE = 400;

/** A fee, whatever the transaction: the API has kept this route for old clients only. */
export function addFeeRateRoute(api: Api): void {
  const body = { type: 'object', properties: { transaction: { type: 'string' } }, required: ['transaction'] };
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('warning', DEPRECATED);
  };
  const url = '/extended/v1/fee_rate';
  api.post(url, { schema: { ...describeRoute(url, { summary: 'A fee', deprecated: true }), body }, onRequest }, async () => ({
    fee_rate: FEE_RATE,
  }));
}
