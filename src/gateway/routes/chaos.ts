import { faultSchema, faultsAnswer, reorgAnswer } from '../../devnet/answers/faults.js';
import type { ActiveChaos, Chaos, ChaosHandle, ChaosKind } from '../../devnet/chaos/types.js';
import type { App } from '../schema-types.js';
import {
  delayBody,
  dropBody,
  emptyTenuresBody,
  noCommitsBody,
  reorgBody,
  rpcFaultsBody,
  silentSignerBody,
  stoppedNodeBody,
} from '../schemas/chaos.js';
import { idParams } from '../schemas/control.js';
import { errorResponses } from '../schemas/error.js';

const tags = ['control'];
const errors = errorResponses(400, 403, 409, 413, 415, 501, 503);

/** Routes that make the network misbehave, under `/devnet/v1/chaos`. */
export function addChaosRoutes(app: App): void {
  app.get(
    '/v1/chaos',
    {
      schema: {
        tags,
        operationId: 'chaos',
        summary: 'List the faults that last',
        response: { 200: faultsAnswer, ...errorResponses(403, 503) },
      },
    },
    async ({ services: { devnet } }) => ({ active: await devnet.chaos.active() }),
  );

  app.delete(
    '/v1/chaos',
    {
      schema: {
        tags,
        operationId: 'clearChaos',
        summary: 'End all faults',
        response: { 200: faultsAnswer, ...errorResponses(403, 503) },
      },
    },
    async ({ services: { devnet } }) => {
      await devnet.chaos.clear();
      return { active: await devnet.chaos.active() };
    },
  );

  app.delete(
    '/v1/chaos/:id',
    {
      schema: {
        tags,
        operationId: 'stopChaos',
        summary: 'End a fault',
        params: idParams,
        response: { 204: { type: 'null', description: 'It has ended.' }, ...errorResponses(403, 404, 503) },
      },
    },
    async ({ params, services: { devnet } }, reply) => {
      await devnet.chaos.stop(params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/v1/chaos/reorg',
    {
      schema: {
        tags,
        operationId: 'reorg',
        summary: 'Abandon Bitcoin blocks for a longer branch',
        body: reorgBody,
        response: { 200: reorgAnswer, ...errors },
      },
    },
    ({ body, services: { devnet } }) => devnet.chaos.reorg(body),
  );

  /** Adds the route that begins a fault. */
  const add = (
    kind: ChaosKind,
    operationId: string,
    summary: string,
    body: object,
    begin: (chaos: Chaos, body: unknown) => Promise<ChaosHandle>,
  ) => {
    const schema = { tags, operationId, summary, body, response: { 201: faultSchema, ...errors } };
    app.post(`/v1/chaos/${kind}`, { schema }, async (request, reply) => {
      const { chaos } = request.services.devnet;
      const handle = await begin(chaos, request.body ?? undefined);
      reply.code(201).header('location', `/devnet/v1/chaos/${handle.id}`);
      return stateOf(handle, await chaos.active());
    });
  };
  add('drop', 'dropTransactions', 'Accept the next Stacks transactions, and lose them', dropBody, (chaos, body) =>
    chaos.drop(body as never),
  );
  add('delay', 'delayTransactions', 'Accept the next Stacks transactions, and send them to the node later', delayBody, (chaos, body) =>
    chaos.delay(body as never),
  );
  add('empty-tenures', 'emptyTenures', 'Leave pending transactions out of Stacks blocks', emptyTenuresBody, (chaos, body) =>
    chaos.emptyTenures(body as never),
  );
  add('no-commits', 'noCommits', 'Mine Bitcoin blocks that begin no tenure', noCommitsBody, (chaos, body) =>
    chaos.noCommits(body as never),
  );
  add('silent-signer', 'silentSigner', 'Suspend a signer', silentSignerBody, (chaos, body) => chaos.silentSigner(body as never));
  add('stopped-node', 'stoppedNode', 'Stop a node, until the fault ends', stoppedNodeBody, (chaos, body) =>
    chaos.stoppedNode(body as never),
  );
  add('rpc-faults', 'rpcFaults', 'Delay requests of clients, and let some fail', rpcFaultsBody, (chaos, body) =>
    chaos.rpcFaults(body as never),
  );
}

/** A fault that has ended meanwhile has no settings any more. */
function stateOf({ id, kind }: ChaosHandle, active: readonly ActiveChaos[]): ActiveChaos {
  return active.find((fault) => fault.id === id) ?? { id, kind, settings: {} };
}
