import { checkTestnetPrincipal } from '../../chains/stacks/principal.js';
import { testnetAddress } from '../../chains/stacks/transfer.js';
import { accountNamed } from '../../devnet/account-named.js';
import type { SbtcWithdrawOptions } from '../../devnet/sbtc/types.js';
import { invalid } from '../../error.js';
import { toJson } from '../../json.js';
import type { BridgeChange } from '../../sbtc/bridge/settings.js';
import { whenGone } from '../client-gone.js';
import type { GatewayDevnet } from '../gateway-devnet.js';
import type { App } from '../schema-types.js';
import {
  balanceAnswer,
  bridgeAnswer,
  bridgeBody,
  depositAnswer,
  depositBody,
  depositParams,
  depositsAnswer,
  principalParams,
  statusQuery,
  stepAnswer,
  withdrawalAnswer,
  withdrawalBody,
  withdrawalParams,
  withdrawalsAnswer,
} from '../schemas/control-sbtc.js';
import { errorResponses } from '../schemas/error.js';

const tags = ['control'];

/** Adds `devnet.sbtc` for other programs, under `/devnet/v1/sbtc`. Amounts and ids are text. */
export function addControlSbtcRoutes(app: App): void {
  app.get(
    '',
    {
      schema: {
        tags,
        operationId: 'bridge',
        summary: 'How the bridge between Bitcoin and sBTC works',
        response: { 200: bridgeAnswer, ...errorResponses(403, 501, 503) },
      },
    },
    async ({ services: { devnet } }) => plain(await devnet.sbtc.configuration()),
  );

  app.put(
    '',
    {
      schema: {
        tags,
        operationId: 'configureBridge',
        summary: 'Change how the bridge works: only what is given',
        body: bridgeBody,
        response: { 200: bridgeAnswer, ...errorResponses(400, 403, 413, 415, 501, 503) },
      },
    },
    async ({ body, services: { devnet } }) =>
      plain(await devnet.sbtc.configure({ ...body, limits: body.limits && amounts(body.limits) } as BridgeChange)),
  );

  app.post(
    '/step',
    {
      schema: {
        tags,
        operationId: 'stepBridge',
        summary: 'Let the bridge do the next thing that is due',
        response: { 200: stepAnswer, ...errorResponses(403, 501, 502, 503) },
      },
    },
    async ({ services: { devnet } }) => plain({ step: (await devnet.sbtc.step()) ?? null }),
  );

  app.get(
    '/balances/:principal',
    {
      schema: {
        tags,
        operationId: 'sbtcBalance',
        summary: 'The sBTC that a principal can spend',
        params: principalParams,
        response: { 200: balanceAnswer, ...errorResponses(400, 403, 501, 503) },
      },
    },
    async ({ params: { principal }, services: { devnet } }) => {
      checkTestnetPrincipal(principal, 'principal');
      return plain({ balance: await devnet.sbtc.balance(principal) });
    },
  );

  app.get(
    '/deposits',
    {
      schema: {
        tags,
        operationId: 'sbtcDeposits',
        summary: 'The deposits',
        response: { 200: depositsAnswer, ...errorResponses(403, 501, 503) },
      },
    },
    async ({ services: { devnet } }) => plain({ deposits: await devnet.sbtc.deposits() }),
  );

  app.post(
    '/deposits',
    {
      schema: {
        tags,
        operationId: 'makeSbtcDeposit',
        summary: 'Make a deposit, which the BTC faucet pays',
        body: depositBody,
        response: { 200: depositAnswer, ...errorResponses(400, 403, 408, 409, 413, 415, 500, 501, 503) },
      },
    },
    async ({ body: { amount, maxFee, ...options }, services: { devnet, closing } }, reply) => {
      const signal = whenGone(reply.raw, closing);
      return plain(await devnet.sbtc.deposit({ ...options, amount: BigInt(amount), maxFee: big(maxFee), signal }));
    },
  );

  app.get(
    '/deposits/:txid/:vout/wait',
    {
      schema: {
        tags,
        operationId: 'waitForSbtcDeposit',
        summary: 'Wait until a deposit has a status, by default confirmed',
        params: depositParams,
        querystring: statusQuery,
        response: { 200: depositAnswer, ...errorResponses(400, 403, 408, 409, 501, 503) },
      },
    },
    async ({ params: { txid, vout }, query: { status, timeoutMs }, services: { devnet, closing } }, reply) => {
      const options = { status, timeoutMs: number(timeoutMs), signal: whenGone(reply.raw, closing) };
      return plain(await devnet.sbtc.waitForDeposit({ txid, vout: Number(vout) }, options));
    },
  );

  app.post(
    '/deposits/:txid/:vout/reject',
    {
      schema: {
        tags,
        operationId: 'rejectSbtcDeposit',
        summary: 'Reject a pending deposit',
        params: depositParams,
        response: { 204: { type: 'null', description: 'It is rejected.' }, ...errorResponses(400, 403, 404, 409, 501, 503) },
      },
    },
    async ({ params: { txid, vout }, services: { devnet } }, reply) => {
      await devnet.sbtc.reject({ txid, vout: Number(vout) });
      return reply.code(204).send();
    },
  );

  app.get(
    '/withdrawals',
    {
      schema: {
        tags,
        operationId: 'sbtcWithdrawals',
        summary: 'The withdrawals',
        response: { 200: withdrawalsAnswer, ...errorResponses(403, 501, 503) },
      },
    },
    async ({ services: { devnet } }) => plain({ withdrawals: await devnet.sbtc.withdrawals() }),
  );

  app.post(
    '/withdrawals',
    {
      schema: {
        tags,
        operationId: 'requestSbtcWithdrawal',
        summary: 'Request a withdrawal',
        body: withdrawalBody,
        response: { 200: withdrawalAnswer, ...errorResponses(400, 403, 408, 409, 413, 415, 501, 503) },
      },
    },
    async ({ body: { account, privateKey, amount, maxFee, ...options }, services: { devnet, closing } }, reply) => {
      const signal = whenGone(reply.raw, closing);
      const holder = await findAccount(devnet, account, privateKey);
      return plain(await devnet.sbtc.withdraw({ ...options, account: holder, amount: BigInt(amount), maxFee: big(maxFee), signal }));
    },
  );

  app.get(
    '/withdrawals/:id/wait',
    {
      schema: {
        tags,
        operationId: 'waitForSbtcWithdrawal',
        summary: 'Wait until a withdrawal has a status, by default confirmed',
        params: withdrawalParams,
        querystring: statusQuery,
        response: { 200: withdrawalAnswer, ...errorResponses(400, 403, 408, 409, 501, 503) },
      },
    },
    async ({ params: { id }, query: { status, timeoutMs }, services: { devnet, closing } }, reply) => {
      const options = { status, timeoutMs: number(timeoutMs), signal: whenGone(reply.raw, closing) };
      return plain(await devnet.sbtc.waitForWithdrawal(BigInt(id), options));
    },
  );

  app.post(
    '/withdrawals/:id/reject',
    {
      schema: {
        tags,
        operationId: 'rejectSbtcWithdrawal',
        summary: 'Reject a pending withdrawal',
        params: withdrawalParams,
        response: { 204: { type: 'null', description: 'The rejection is sent.' }, ...errorResponses(400, 403, 404, 409, 501, 503) },
      },
    },
    async ({ params: { id }, services: { devnet } }, reply) => {
      await devnet.sbtc.reject({ requestId: BigInt(id) });
      return reply.code(204).send();
    },
  );
}

async function findAccount(
  devnet: Pick<GatewayDevnet, 'accounts'>,
  name: string | undefined,
  privateKey: string | undefined,
): Promise<SbtcWithdrawOptions['account']> {
  if ((name === undefined) === (privateKey === undefined)) throw invalid('account', 'exactly one of account and privateKey', name);
  if (privateKey !== undefined) {
    const address = await testnetAddress(privateKey.slice(0, 64)).catch(() => {
      throw invalid('privateKey', 'a number from 1 to the order of the curve minus 1', 'a number outside this range');
    });
    return { privateKey, stx: { address } };
  }
  const account = accountNamed(devnet.accounts, name ?? '');
  if (account === undefined) throw invalid('account', Object.keys(devnet.accounts).join(', '), name);
  return account;
}

/** Converts amounts to text. */
function plain(value: object): object {
  return JSON.parse(toJson(value)) as object;
}

function amounts(limits: object): object {
  return Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, typeof value === 'string' ? BigInt(value) : value]));
}

function big(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
