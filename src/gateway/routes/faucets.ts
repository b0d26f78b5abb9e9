import type { IncomingHttpHeaders } from 'node:http';
import { readParameters } from '../faucet-parameters.js';
import { pay, type SentPayment } from '../faucet-payment.js';
import { waitDeadline } from '../prefer-header.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import {
  bitcoinAddress,
  bitcoinFaucetAnswer,
  bitcoinFaucetParameters,
  bitcoinFaucetQuery,
  paymentAnswer,
  preferHeader,
  sbtcFaucetParameters,
  stacksAddress,
  stacksFaucetAnswer,
  stacksFaucetParameters,
  stacksFaucetQuery,
  unconfirmed,
} from '../schemas/faucet.js';

const tags = ['faucets'];
const errors = errorResponses(400, 401, 403, 409, 413, 415, 429, 500, 503);

/** The parameters of one request are spread over query, JSON and form, which no schema of one part can check: handlers do. */
const validatorCompiler = () => () => true;

/** The first generation, as the requested contract has it. Answers come after the broadcast, or after the block when asked. */
export function addFirstFaucetRoutes(app: App): void {
  app.route({
    method: 'POST',
    url: '/extended/v1/faucets/btc',
    validatorCompiler,
    schema: {
      tags,
      operationId: 'payBitcoin',
      summary: 'Send 1 BTC (or the configured amount)',
      consumes: ['application/json', 'application/x-www-form-urlencoded'],
      headers: preferHeader,
      querystring: bitcoinFaucetParameters,
      body: bitcoinFaucetParameters,
      response: { 200: bitcoinFaucetAnswer, 202: unconfirmed(bitcoinFaucetAnswer), ...errors },
    },
    handler: async (request, reply) => {
      const parameters = readParameters(request, 'query or body');
      const address = parameters.text('address', bitcoinAddress.description);
      const amount = parameters.amount('amount', request.services.faucetAmounts.btc);
      const deadlineMs = readDeadline(request.raw.headers, reply, parameters.flag('wait'));
      const payment = await pay({ coin: 'btc', address, amount, deadlineMs }, request, reply);
      const { txId, txRaw } = payment;
      return finish(reply, payment, { success: true, txId, txRaw, txid: txId, raw_tx: txRaw });
    },
  });

  app.route({
    method: 'POST',
    url: '/extended/v1/faucets/stx',
    validatorCompiler,
    schema: {
      tags,
      operationId: 'payStacks',
      summary: 'Send 500 STX (or the configured amount), or what one solo stacker needs',
      consumes: ['application/json', 'application/x-www-form-urlencoded'],
      headers: preferHeader,
      querystring: stacksFaucetParameters,
      body: stacksFaucetParameters,
      response: { 200: stacksFaucetAnswer, 202: unconfirmed(stacksFaucetAnswer), ...errors },
    },
    handler: async (request, reply) => {
      const parameters = readParameters(request, 'query or body');
      const address = parameters.text('address', stacksAddress.description);
      const stacking = parameters.flag('stacking');
      const amount = parameters.amount('amount', request.services.faucetAmounts.stx);
      const deadlineMs = readDeadline(request.raw.headers, reply, parameters.flag('wait'));
      const payment = await pay({ coin: 'stx', address, amount, stacking, deadlineMs }, request, reply);
      return finish(reply, payment, { success: true, txId: payment.txId, txRaw: payment.txRaw });
    },
  });

  app.route({
    method: 'POST',
    url: '/extended/v1/faucets/sbtc',
    validatorCompiler,
    schema: {
      tags,
      operationId: 'paySbtc',
      summary: 'Send 0.01 sBTC (or the configured amount)',
      consumes: ['application/json', 'application/x-www-form-urlencoded'],
      headers: preferHeader,
      querystring: sbtcFaucetParameters,
      body: sbtcFaucetParameters,
      response: { 200: stacksFaucetAnswer, 202: unconfirmed(stacksFaucetAnswer), ...errors },
    },
    handler: async (request, reply) => {
      const parameters = readParameters(request, 'query or body');
      const address = parameters.text('address', stacksAddress.description);
      const amount = parameters.amount('amount', request.services.faucetAmounts.sbtc);
      const deadlineMs = readDeadline(request.raw.headers, reply, parameters.flag('wait'));
      const payment = await pay({ coin: 'sbtc', address, amount, deadlineMs }, request, reply);
      return finish(reply, payment, { success: true, txId: payment.txId, txRaw: payment.txRaw });
    },
  });
}

/** The generation that the public API documents now: JSON alone. */
export function addFaucetRoutes(app: App): void {
  app.route({
    method: 'POST',
    url: '/extended/v3/faucets/btc',
    validatorCompiler,
    schema: {
      tags,
      operationId: 'payBitcoinV3',
      summary: 'Send 1 BTC (or the configured amount)',
      headers: preferHeader,
      querystring: bitcoinFaucetQuery,
      body: { ...bitcoinFaucetParameters, required: ['address'] } as const,
      response: { 200: paymentAnswer, 202: unconfirmed(paymentAnswer), ...errors },
    },
    handler: async (request, reply) => {
      const parameters = readParameters(request, 'body');
      const address = parameters.text('address', bitcoinAddress.description);
      const amount = parameters.amount('amount', request.services.faucetAmounts.btc);
      const deadlineMs = readDeadline(request.raw.headers, reply, parameters.flag('wait'));
      const payment = await pay({ coin: 'btc', address, amount, deadlineMs }, request, reply);
      const transaction = { tx_id: `0x${payment.txId}`, chain: 'bitcoin' as const };
      return finish(reply, payment, { transaction, amount: { btc: `${payment.amount}` } });
    },
  });

  app.route({
    method: 'POST',
    url: '/extended/v3/faucets/stx',
    validatorCompiler,
    schema: {
      tags,
      operationId: 'payStacksV3',
      summary: 'Send 500 STX (or the configured amount), or what one solo stacker needs',
      headers: preferHeader,
      querystring: stacksFaucetQuery,
      body: { ...stacksFaucetParameters, required: ['address'] } as const,
      response: { 200: paymentAnswer, 202: unconfirmed(paymentAnswer), ...errors },
    },
    handler: async (request, reply) => {
      const parameters = readParameters(request, 'body');
      const address = parameters.text('address', stacksAddress.description);
      const stacking = parameters.flag('stacking');
      const amount = parameters.amount('amount', request.services.faucetAmounts.stx);
      const deadlineMs = readDeadline(request.raw.headers, reply, parameters.flag('wait'));
      const payment = await pay({ coin: 'stx', address, amount, stacking, deadlineMs }, request, reply);
      const transaction = { tx_id: payment.txId, chain: 'stacks' as const };
      return finish(reply, payment, { transaction, amount: { stx: `${payment.amount}` } });
    },
  });
}

type Reply = { code(status: number): unknown; header(name: string, value: string): unknown };

/** A preference that is followed is said back, as RFC 7240 asks. */
function readDeadline(headers: IncomingHttpHeaders, reply: Reply, flag: boolean | undefined): number | undefined {
  const deadlineMs = waitDeadline(flag, headers['prefer']);
  if (deadlineMs !== undefined && waitDeadline(undefined, headers['prefer']) !== undefined) {
    reply.header('preference-applied', `wait=${deadlineMs / 1000}`);
  }
  return deadlineMs;
}

/** Adds what a wait has seen: the block, or else (202) where the payment was at the deadline. */
function finish<T extends object>(reply: Reply, { block, lastSeen }: SentPayment, body: T): T & Pick<SentPayment, 'block' | 'lastSeen'> {
  if (lastSeen !== undefined) reply.code(202);
  return { ...body, ...(block && { block }), ...(lastSeen !== undefined && { lastSeen }) };
}
