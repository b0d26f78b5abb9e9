import { accountsAnswer } from '../../devnet/answers/accounts.js';
import { mineAnswer, miningAnswer } from '../../devnet/answers/mining.js';
import { snapshotAnswer, snapshotsAnswer } from '../../devnet/answers/snapshots.js';
import { nodesAnswer, projectAnswer, statusAnswer } from '../../devnet/answers/status.js';
import { DevnetError, invalid } from '../../error.js';
import { listAccounts } from '../list-accounts.js';
import type { App } from '../schema-types.js';
import { idParams, mineBody, miningBody, receiptAnswer, snapshotBody, txidParams, waitForTxQuery } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';
import { sendLists } from '../send-lists.js';
import { waitForEither } from '../wait-for-either.js';
import { waitOn } from '../wait-for-transaction.js';

const tags = ['control'];

/** Routes that control the network, under `/devnet/v1`. */
export function addControlRoutes(app: App): void {
  app.get(
    '/v1/status',
    {
      schema: {
        tags,
        operationId: 'status',
        summary: 'The state of the network',
        response: { 200: statusAnswer, ...errorResponses(403, 503) },
      },
    },
    ({ services: { devnet } }) => devnet.status(),
  );

  app.get(
    '/v1/accounts',
    {
      schema: {
        tags,
        operationId: 'accounts',
        summary: 'The funded accounts with keys, balances and nonces',
        response: { 200: accountsAnswer, ...errorResponses(403, 503) },
      },
    },
    async ({ services: { devnet } }) => ({ accounts: await listAccounts(devnet) }),
  );

  app.get(
    '/v1/project',
    {
      schema: {
        tags,
        operationId: 'project',
        summary: 'The Clarinet project of the network',
        response: { 200: projectAnswer, ...errorResponses(403, 404, 503) },
      },
    },
    async ({ services: { devnet } }) => {
      if (devnet.project === undefined) throw noProject();
      const { contracts, ...project } = devnet.project;
      // Sources are long, and `/v2/contracts/source` has them.
      return { ...project, contracts: contracts.map(({ source: _source, ...contract }) => contract) };
    },
  );

  app.get(
    '/v1/nodes',
    {
      schema: {
        tags,
        operationId: 'nodes',
        summary: 'Where the nodes answer, and what opens their RPC',
        response: { 200: nodesAnswer, ...errorResponses(403, 503) },
      },
    },
    async ({ services: { devnet } }) => ({
      bitcoin: { url: await devnet.bitcoinUrl(), ...devnet.credentials },
      stacks: { url: devnet.urls.stacks },
    }),
  );

  app.post(
    '/v1/mine',
    {
      schema: {
        tags,
        operationId: 'mine',
        summary: 'Mine blocks on one chain',
        body: mineBody,
        response: { 200: mineAnswer, ...errorResponses(400, 403, 409, 413, 415, 501, 503) },
      },
    },
    ({ body, services: { devnet } }) => devnet.mine(body.bitcoin !== undefined ? { bitcoin: body.bitcoin } : { stacks: body.stacks ?? 1 }),
  );

  app.put(
    '/v1/mining',
    {
      schema: {
        tags,
        operationId: 'setMining',
        summary: 'Set when blocks are mined, on the chains given',
        body: miningBody,
        response: { 200: miningAnswer, ...errorResponses(400, 403, 409, 413, 415, 501, 503) },
      },
    },
    ({ body, services: { devnet } }) => devnet.setMining(body),
  );

  app.post(
    '/v1/snapshots',
    {
      schema: {
        tags,
        operationId: 'createSnapshot',
        summary: "Keep the whole network's state",
        body: snapshotBody,
        response: { 201: snapshotAnswer, ...errorResponses(400, 403, 409, 413, 415, 501, 503) },
      },
    },
    async ({ body, services: { devnet } }, reply) => {
      const id = await devnet.snapshot(body?.name);
      reply.code(201).header('location', `/devnet/v1/snapshots/${id}`);
      return (await devnet.snapshots()).find((snapshot) => snapshot.id === id);
    },
  );

  app.get(
    '/v1/snapshots',
    {
      schema: {
        tags,
        operationId: 'snapshots',
        summary: 'List the snapshots',
        response: { 200: snapshotsAnswer, ...errorResponses(403, 503) },
      },
    },
    async ({ services: { devnet } }) => ({ snapshots: await devnet.snapshots() }),
  );

  app.post(
    '/v1/snapshots/:id/restore',
    {
      schema: {
        tags,
        operationId: 'restoreSnapshot',
        summary: 'Go back to a snapshot',
        params: idParams,
        response: { 200: statusAnswer, ...errorResponses(403, 404, 409, 501, 503) },
      },
    },
    async ({ params, services: { devnet } }) => {
      await devnet.restore(params.id);
      return devnet.status();
    },
  );

  app.delete(
    '/v1/snapshots/:id',
    {
      schema: {
        tags,
        operationId: 'deleteSnapshot',
        summary: 'Forget a snapshot',
        params: idParams,
        response: { 204: { type: 'null', description: 'It is gone.' }, ...errorResponses(403, 404, 409, 503) },
      },
    },
    async ({ params, services: { devnet } }, reply) => {
      await devnet.deleteSnapshot(params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/v1/tx/:txid/wait',
    {
      schema: {
        tags,
        operationId: 'waitForTx',
        summary: 'Wait until a transaction of either chain, which may be sent later, is in a block',
        params: txidParams,
        querystring: waitForTxQuery,
        response: { 200: receiptAnswer, ...errorResponses(400, 403, 408, 409, 503) },
      },
    },
    async ({ params: { txid }, query, services }, reply) => {
      const timeoutMs = query.timeoutMs === undefined ? undefined : Number(query.timeoutMs);
      const confirmations = query.confirmations === undefined ? undefined : Number(query.confirmations);
      if (query.chain !== undefined) {
        return sendLists(reply, await waitOn(services, query.chain, { txid, timeoutMs, confirmations }, reply.raw));
      }
      if (confirmations !== undefined) throw invalid('chain', 'bitcoin or stacks, which "confirmations" needs', undefined);
      return sendLists(reply, await waitForEither(services, txid, timeoutMs, reply.raw));
    },
  );
}

function noProject(): DevnetError {
  const hint = 'Start it in the folder of a Clarinet project, or with --project <folder>.';
  return new DevnetError('NOT_FOUND', `this network has no Clarinet project. ${hint}`, { hint });
}
