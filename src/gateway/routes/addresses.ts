import { stxBalance, tokenBalances } from '../extended/balances.js';
import { checkPrincipal } from '../extended/check-principal.js';
import { readNonces } from '../extended/nonces.js';
import type { StacksView } from '../extended/stacks-view.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { balancesAnswer, noncesAnswer, principalNoncesAnswer, principalParams, stxBalanceAnswer } from '../schemas/extended.js';
import type { Services } from '../services.js';

const tags = ['extended'];
const errors = errorResponses(400, 502, 503);

/** Routes about accounts. */
export function addAddressRoutes(app: App, { node }: Services, view: StacksView): void {
  app.get(
    '/extended/v1/address/:principal/nonces',
    {
      schema: {
        tags,
        operationId: 'nonces',
        summary: 'The nonces of an account, where stacks.js asks first',
        params: principalParams,
        response: { 200: noncesAnswer, ...errors },
      },
    },
    async ({ params }) => {
      checkPrincipal(params.principal);
      const { next, lastConfirmed, pending, missing } = await readNonces(view, node, params.principal);
      return {
        last_mempool_tx_nonce: pending[0] ?? null,
        last_executed_tx_nonce: lastConfirmed ?? null,
        possible_next_nonce: next,
        detected_missing_nonces: missing,
        detected_mempool_nonces: pending,
      };
    },
  );

  app.get(
    '/extended/v3/principals/:principal/nonces',
    {
      schema: {
        tags,
        operationId: 'noncesV3',
        summary: 'The nonces of an account',
        params: principalParams,
        response: { 200: principalNoncesAnswer, ...errors },
      },
    },
    async ({ params }) => {
      checkPrincipal(params.principal);
      const { next, lastConfirmed, pending, missing } = await readNonces(view, node, params.principal);
      return {
        next_nonce: next,
        last_confirmed_nonce: lastConfirmed ?? null,
        mempool: { last_nonce: pending[0] ?? null, pending_nonces: pending, missing_nonces: missing },
      };
    },
  );

  app.get(
    '/extended/v1/address/:principal/balances',
    {
      schema: {
        tags,
        operationId: 'balances',
        summary: 'STX and tokens of an account',
        params: principalParams,
        response: { 200: balancesAnswer, ...errors },
      },
    },
    async ({ params }) => {
      checkPrincipal(params.principal);
      return { stx: await stxBalance(view, node, params.principal), ...tokenBalances(view, params.principal) };
    },
  );

  app.get(
    '/extended/v1/address/:principal/stx',
    {
      schema: {
        tags,
        operationId: 'stxBalance',
        summary: 'STX of an account',
        params: principalParams,
        response: { 200: stxBalanceAnswer, ...errors },
      },
    },
    ({ params }) => {
      checkPrincipal(params.principal);
      return stxBalance(view, node, params.principal);
    },
  );
}
