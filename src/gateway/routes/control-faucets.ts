import { type BroadcastPayment, DevnetError, invalid } from '../../error.js';
import { whenGone } from '../client-gone.js';
import type { App } from '../schema-types.js';
import { controlPaymentAnswer, controlPaymentBody, faucetParams } from '../schemas/control-faucets.js';
import { errorResponses } from '../schemas/error.js';
import { unconfirmed } from '../schemas/faucet.js';

/** Adds the faucets of the control API, which have the options of the code: any amount and timeout, no rate limit. */
export function addControlFaucetRoutes(app: App): void {
  app.post(
    '/v1/faucets/:coin',
    {
      schema: {
        tags: ['control'],
        operationId: 'pay',
        summary: 'Send BTC, STX or sBTC, any amount',
        params: faucetParams,
        body: controlPaymentBody,
        response: {
          200: controlPaymentAnswer,
          202: unconfirmed(controlPaymentAnswer),
          ...errorResponses(400, 403, 409, 413, 415, 500, 501, 503),
        },
      },
    },
    async ({ params: { coin }, body, services: { devnet, closing } }, reply) => {
      const { address, amount, stacking, wait = true, timeoutMs } = body;
      if (stacking !== undefined && coin !== 'stx') throw invalid('stacking', 'the STX faucet', coin);
      const options = {
        wait,
        timeoutMs,
        amount: amount === undefined ? undefined : BigInt(amount),
        signal: whenGone(reply.raw, closing),
      };
      try {
        const payment = await devnet.faucet[coin](address, { ...options, stacking });
        return { ...toBody(payment), ...(payment.block && { block: payment.block }) };
      } catch (error) {
        if (!(error instanceof DevnetError && error.code === 'TIMEOUT' && error.payment !== undefined)) throw error;
        reply.code(202);
        return { ...toBody(error.payment), lastSeen: error.lastSeen ?? 'broadcast', hint: error.hint };
      }
    },
  );
}

/** Amounts are text, because they may exceed 2^53. */
function toBody({ txId, txRaw, amount }: BroadcastPayment): { txId: string; txRaw: string; amount: string } {
  return { txId, txRaw, amount: `${amount}` };
}
