import type { FastifyReply, FastifyRequest } from 'fastify';
import { DevnetError, invalid } from '../../base/error.js';
import { isHexBytes } from '../../base/hex-digits.js';
import { notSecret } from '../../base/show-value.js';
import type { DepositState, WithdrawalState } from '../../sbtc/bridge.js';
import { BITCOIN_BODY_LIMIT } from '../body.js';
import {
  accountLimitsBody,
  chainstateBody,
  depositBody,
  depositInfo,
  limitsBody,
  withdrawalBody,
  withdrawalInfo,
} from '../emily/bodies.js';
import { pageOf } from '../emily/page.js';
import { answerErrors } from '../errors.js';
import type { App } from '../schema-types.js';
import {
  accountLimitsAnswer,
  announcementBody,
  chainstateAnswer,
  depositAnswer,
  depositsAnswer,
  depositsQuery,
  healthAnswer,
  limitsAnswer,
  messageResponses,
  pageQuery,
  transactionDepositsAnswer,
  withdrawalAnswer,
  withdrawalsAnswer,
  withdrawalsQuery,
} from '../schemas/emily.js';

const tags = ['emily'];
/** Routes that need a key of the signers. The statuses here come from the chains, so they have no use for them. */
const PRIVATE = [
  ['PUT', '/deposit'],
  ['PUT', '/deposit_private'],
  ['POST', '/withdrawal'],
  ['PUT', '/withdrawal'],
  ['PUT', '/withdrawal_private'],
  ['POST', '/chainstate'],
  ['PUT', '/chainstate'],
  ['POST', '/limits'],
  ['POST', '/limits/:account'],
  ['POST', '/new_block'],
  ['POST', '/testing/wipe'],
] as const;

/** Adds the Emily API of sBTC, on a scope of its own: errors are `{message}`. */
export function addEmilyRoutes(app: App): void {
  const allowed = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    allowed.set(url, [...(allowed.get(url) ?? []), ...[method].flat()]);
  });
  answerErrors(app, ({ message }) => ({ message }));
  app.setNotFoundHandler(({ url }, reply) => {
    const path = url.split('?')[0]?.replace(/\/$/, '') ?? '';
    const methods = [...allowed].find(([pattern]) => matches(pattern, path))?.[1];
    if (methods === undefined) return sendMessage(reply, 404, 'Resource not found');
    reply.header('allow', methods.join(', '));
    return sendMessage(reply, 405, 'Method not allowed');
  });
  const state = async ({ services: { devnet } }: FastifyRequest) => (await devnet.bridge()).state();
  const deposits = async (request: FastifyRequest, select: (deposit: DepositState) => boolean) =>
    (await state(request)).deposits.filter(select);

  app.get(
    '/health',
    { schema: { tags, operationId: 'emilyHealth', summary: 'The version', response: { 200: healthAnswer } } },
    async ({ services: { version } }) => ({ version }),
  );

  app.get(
    '/deposit',
    {
      schema: {
        tags,
        operationId: 'getDeposits',
        summary: 'Deposits with a status, oldest first',
        querystring: depositsQuery,
        response: { 200: depositsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { query } = request;
      return depositPage(await deposits(request, ({ status }) => status === query.status), query);
    },
  );

  app.post(
    '/deposit',
    {
      bodyLimit: BITCOIN_BODY_LIMIT,
      schema: {
        tags,
        operationId: 'createDeposit',
        summary: 'Announce a deposit, which the bridge then sweeps and mints',
        body: announcementBody,
        response: { 200: depositAnswer, 201: depositAnswer, ...messageResponses(400, 413, 501, 503) },
      },
    },
    async ({ body, services: { devnet } }, reply) => {
      const { known, deposit } = await (await devnet.bridge()).announce(body);
      reply.code(known ? 200 : 201);
      return depositBody(deposit);
    },
  );

  app.get(
    '/deposit/:txid',
    {
      schema: {
        tags,
        operationId: 'getDepositsForTransaction',
        summary: 'The deposits of a Bitcoin transaction',
        querystring: pageQuery,
        response: { 200: transactionDepositsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const txid = checkTxid(params);
      const page = pageOf(await deposits(request, (deposit) => deposit.txid === txid), keyOf, query);
      return { nextToken: page.nextToken, deposits: page.items.map(depositBody) };
    },
  );

  app.get(
    '/deposit/:txid/:index',
    {
      schema: {
        tags,
        operationId: 'getDeposit',
        summary: 'A deposit',
        response: { 200: depositAnswer, ...messageResponses(400, 404, 501, 503) },
      },
    },
    async (request) => {
      const { params } = request;
      const txid = checkTxid(params);
      const vout = checkNumber('index', text(params, 'index'));
      const [deposit] = await deposits(request, (other) => other.txid === txid && other.vout === vout);
      return depositBody(found(deposit));
    },
  );

  app.get(
    '/deposit/recipient/:recipient',
    {
      schema: {
        tags,
        operationId: 'getDepositsForRecipient',
        summary: 'The deposits for a principal, serialized as hex',
        querystring: pageQuery,
        response: { 200: depositsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const recipient = checkHex('recipient', text(params, 'recipient'));
      return depositPage(await deposits(request, (deposit) => deposit.recipient === recipient), query);
    },
  );

  app.get(
    '/deposit/reclaim-pubkeys/:reclaimPubkeys',
    {
      schema: {
        tags,
        operationId: 'getDepositsForReclaimPubkeys',
        summary: 'The deposits that these x-only keys can reclaim, joined by -',
        querystring: pageQuery,
        response: { 200: depositsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const given = text(params, 'reclaimPubkeys').toLowerCase();
      if (!/^[0-9a-f]{64}(?:-[0-9a-f]{64})*$/.test(given))
        throw invalid('reclaimPubkeys', 'x-only keys of 64 hex digits, joined by -', notSecret(given));
      const keys = given.split('-').sort().join();
      return depositPage(await deposits(request, ({ reclaimKeys }) => reclaimKeys?.toSorted().join() === keys), query);
    },
  );

  const withdrawals = async (request: FastifyRequest, select: (withdrawal: WithdrawalState) => boolean) =>
    (await state(request)).withdrawals.filter(select);

  app.get(
    '/withdrawal',
    {
      schema: {
        tags,
        operationId: 'getWithdrawals',
        summary: 'Withdrawals with a status, by id',
        querystring: withdrawalsQuery,
        response: { 200: withdrawalsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { query } = request;
      return withdrawalPage(await withdrawals(request, ({ status }) => status === query.status), query);
    },
  );

  app.get(
    '/withdrawal/:id',
    {
      schema: {
        tags,
        operationId: 'getWithdrawal',
        summary: 'A withdrawal',
        response: { 200: withdrawalAnswer, ...messageResponses(400, 404, 501, 503) },
      },
    },
    async (request) => {
      const { params } = request;
      const id = checkNumber('id', text(params, 'id'));
      const [withdrawal] = await withdrawals(request, ({ requestId }) => requestId === BigInt(id));
      return withdrawalBody(found(withdrawal));
    },
  );

  app.get(
    '/withdrawal/recipient/:recipient',
    {
      schema: {
        tags,
        operationId: 'getWithdrawalsForRecipient',
        summary: 'The withdrawals to an output script as hex',
        querystring: pageQuery,
        response: { 200: withdrawalsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const recipient = checkHex('recipient', text(params, 'recipient'));
      return withdrawalPage(await withdrawals(request, (withdrawal) => withdrawal.recipient === recipient), query);
    },
  );

  app.get(
    '/withdrawal/sender/:sender',
    {
      schema: {
        tags,
        operationId: 'getWithdrawalsForSender',
        summary: 'The withdrawals of a principal',
        querystring: pageQuery,
        response: { 200: withdrawalsAnswer, ...messageResponses(400, 501, 503) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const sender = text(params, 'sender');
      if (!/^S[0-9A-Z]{20,41}(?:\.[\w-]+)?$/i.test(sender)) throw invalid('sender', 'a Stacks principal', sender);
      return withdrawalPage(await withdrawals(request, (withdrawal) => withdrawal.sender === sender), query);
    },
  );

  app.get(
    '/limits',
    {
      schema: { tags, operationId: 'getLimits', summary: 'The limits', response: { 200: limitsAnswer, ...messageResponses(501, 503) } },
    },
    async ({ services: { devnet } }) => {
      const bridge = await devnet.bridge();
      return limitsBody(bridge.configuration().limits, (await bridge.state()).availableToWithdraw);
    },
  );

  app.get(
    '/limits/:account',
    {
      schema: {
        tags,
        operationId: 'getLimitsForAccount',
        summary: 'The limits of an account: those of everybody',
        response: { 200: accountLimitsAnswer, ...messageResponses(501) },
      },
    },
    async ({ services: { devnet } }) => accountLimitsBody((await devnet.bridge()).configuration().limits),
  );

  app.get(
    '/chainstate',
    {
      schema: {
        tags,
        operationId: 'getChainTip',
        summary: 'The last Stacks block',
        response: { 200: chainstateAnswer, ...messageResponses(501) },
      },
    },
    async ({ services: { devnet } }) => chainstateBody(found((await devnet.bridge()).chainstate())),
  );

  app.get(
    '/chainstate/:height',
    {
      schema: {
        tags,
        operationId: 'getChainstateAtHeight',
        summary: 'A Stacks block since the first request to this API',
        response: { 200: chainstateAnswer, ...messageResponses(400, 404, 501) },
      },
    },
    async ({ params, services: { devnet } }) =>
      chainstateBody(found((await devnet.bridge()).chainstate(checkNumber('height', text(params, 'height'))))),
  );

  for (const [method, url] of PRIVATE) {
    app.route({
      method,
      url,
      schema: { hide: true },
      handler: async () => {
        const advice = 'The statuses come from the chains; PUT /devnet/v1/sbtc sets limits.';
        throw new DevnetError(
          'FORBIDDEN',
          `Forbidden: ${method} ${url.replace(':account', '{account}')} is for sBTC's own services. ${advice}`,
        );
      },
    });
  }
}

function depositPage(list: readonly DepositState[], query: Parameters<typeof pageOf>[2]): object {
  const page = pageOf(list, keyOf, query);
  return { nextToken: page.nextToken, deposits: page.items.map(depositInfo) };
}

function withdrawalPage(list: readonly WithdrawalState[], query: Parameters<typeof pageOf>[2]): object {
  const page = pageOf(list, ({ requestId }) => `${requestId}`, query);
  return { nextToken: page.nextToken, withdrawals: page.items.map(withdrawalInfo) };
}

function keyOf({ txid, vout }: DepositState): string {
  return `${txid}:${vout}`;
}

function found<T>(item: T | undefined): T {
  if (item === undefined) throw new DevnetError('NOT_FOUND', 'Resource not found');
  return item;
}

function text(params: unknown, name: string): string {
  return (params as Record<string, string>)[name] ?? '';
}

function checkTxid(params: unknown): string {
  const txid = text(params, 'txid').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) throw invalid('txid', '64 hex digits', notSecret(txid));
  return txid;
}

function checkHex(field: string, value: string): string {
  if (value === '' || !isHexBytes(value)) throw invalid(field, 'hex', value);
  return value.toLowerCase();
}

function checkNumber(field: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw invalid(field, 'a whole number', value);
  return Number(value);
}

function sendMessage(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send({ message });
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((segment, at) => segment.startsWith(':') || segment === given[at]);
}
