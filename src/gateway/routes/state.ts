import { parseValueHex } from '../../chains/stacks/codec/value/value-reader.js';
import { type ClarityLiteral, clarity, literalOf } from '../../devnet/contract/literal.js';
import { invalid } from '../../error.js';
import { STACKS_BODY_LIMIT } from '../body.js';
import type { App } from '../schema-types.js';
import { receiptAnswer } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';
import { dataVarBody, ftBalanceBody, mapEntryBody, nextBlockTimeBody, nftOwnerBody, nonceBody, stxBalanceBody } from '../schemas/state.js';

const tags = ['control'];
const response = { 200: receiptAnswer, ...errorResponses(400, 403, 404, 408, 409, 413, 415, 501, 503) };

/** Routes that set what no transaction could, under `/devnet/v1/state`. */
export function addStateRoutes(app: App): void {
  app.post(
    '/v1/state/stx-balance',
    {
      schema: {
        tags,
        operationId: 'setStxBalance',
        summary: 'Set what an account or contract can spend, in micro-STX',
        body: stxBalanceBody,
        response,
      },
    },
    ({ body: { principal, amount }, services: { devnet } }) => devnet.state.setStxBalance(principal, BigInt(amount)),
  );

  app.post(
    '/v1/state/ft-balance',
    { schema: { tags, operationId: 'setFtBalance', summary: 'Set a balance of a fungible token', body: ftBalanceBody, response } },
    ({ body: { asset, principal, amount }, services: { devnet } }) => devnet.state.setFtBalance(asset, principal, BigInt(amount)),
  );

  app.post(
    '/v1/state/nft-owner',
    {
      bodyLimit: STACKS_BODY_LIMIT,
      schema: {
        tags,
        operationId: 'setNftOwner',
        summary: 'Set who owns a non-fungible token; null removes the token',
        body: nftOwnerBody,
        response,
      },
    },
    ({ body: { asset, id, owner }, services: { devnet } }) => devnet.state.setNftOwner(asset, literal('id', id), owner ?? undefined),
  );

  app.post(
    '/v1/state/data-var',
    {
      bodyLimit: STACKS_BODY_LIMIT,
      schema: { tags, operationId: 'setDataVar', summary: 'Set a data variable of a contract', body: dataVarBody, response },
    },
    ({ body: { contract, name, value }, services: { devnet } }) => devnet.state.setDataVar(contract, name, literal('value', value)),
  );

  app.post(
    '/v1/state/map-entry',
    {
      bodyLimit: STACKS_BODY_LIMIT,
      schema: { tags, operationId: 'setMapEntry', summary: 'Set an entry of a map; null deletes it', body: mapEntryBody, response },
    },
    ({ body: { contract, map, key, value }, services: { devnet } }) =>
      value === null
        ? devnet.state.deleteMapEntry(contract, map, literal('key', key))
        : devnet.state.setMapEntry(contract, map, literal('key', key), literal('value', value)),
  );

  app.post(
    '/v1/state/nonce',
    {
      schema: {
        tags,
        operationId: 'setNonce',
        summary: "Set the nonce of an account's next transaction",
        body: nonceBody,
        response,
      },
    },
    ({ body: { principal, nonce }, services: { devnet } }) => devnet.state.setNonce(principal, BigInt(nonce)),
  );

  app.post(
    '/v1/state/next-block-time',
    {
      schema: {
        tags,
        operationId: 'setNextBlockTime',
        summary: 'Set when the next Bitcoin block is',
        body: nextBlockTimeBody,
        response: { 204: { type: 'null', description: 'It is set.' }, ...errorResponses(400, 403, 413, 415, 501, 503) },
      },
    },
    async ({ body: { time }, services: { devnet } }, reply) => {
      await devnet.state.setNextBlockTime(time);
      return reply.code(204).send();
    },
  );
}

/** Reads a value as people write it, or as programs pass it on. */
function literal(field: string, given: string | { hex: string }): ClarityLiteral {
  if (typeof given === 'string') return clarity(given, { field });
  const value = parseValueHex(given.hex);
  if (value === undefined) throw invalid(`${field}.hex`, 'a serialized Clarity value as hex', given.hex);
  return literalOf(value);
}
