import { once } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { NODES } from '../../stacks/engine.js';
import { faultSchema } from '../devnet/answers/faults.js';
import type { ActiveChaos, ChaosHandle, ChaosKind, Reorganisation, ReorgOptions } from '../devnet/chaos/types.js';
import { type Codec, decimal, json, jsonOf, list, milliseconds, object, oneOf, optional, text, whole } from './codec.js';
import { manyBlocks, txid } from './fields.js';
import type { Network } from './network.js';
import type { Perform } from './operation.js';
import { operation } from './operation.js';

/** A fault that lasts. */
const fault = json(faultSchema);

const active = object({ active: list(fault) }, 'The faults that last, oldest first.');

const texts = { type: 'array', items: { type: 'string' } } as const;
const reorganised = jsonOf<Reorganisation>({
  type: 'object',
  description: 'Both branches above the last common block, oldest block first.',
  properties: { forkHeight: { type: 'integer' }, abandoned: texts, hashes: texts },
  required: ['forkHeight', 'abandoned', 'hashes'],
});

/** Which transactions, of those that are sent from now on. All must match. */
const filter = {
  /** The txid, with or without 0x. @default any */
  txid: optional(txid),
  /** The address of the account that signs. @default any */
  sender: optional(text('the address of the account that signs')),
  /** How many of them. @default 1 */
  count: optional(manyBlocks),
};
/** When it ends by itself, in ms. @default with `stop` */
const forMs = optional(milliseconds('when it ends by itself, in ms; by default with DELETE', 1));
const duration = optional(milliseconds());

/** What the rows that begin a fault have in common. */
const begins = {
  effect: 'destroys',
  positional: [],
  output: fault,
  value: handleOf,
  errors: ['BUSY', 'TIMEOUT', 'UNSUPPORTED'],
  needs: 'chaos',
} as const;
const route = (kind: ChaosKind, id?: string) =>
  ({ ...(id !== undefined && { id }), method: 'POST', path: `/chaos/${kind}`, status: 201, location: 'id', locationOf: '/chaos' }) as const;

/**
 * Makes the network misbehave on purpose, as real networks do. All faults end with `stop`, `clear`, a restore or `close`; `status` lists
 * them. All methods reject with INVALID_INPUT, and with UNSUPPORTED where the engine cannot.
 */
export const chaos = {
  /**
   * Abandons the last Bitcoin blocks for a longer branch, and Stacks follows. Transactions of these blocks are mined again, except Bitcoin
   * transactions in `without`, and Stacks transactions while `emptyTenures` lasts.
   * @example
   * const { abandoned, hashes } = await devnet.chaos.reorg({ blocks: 2 });
   */
  reorg: operation({
    summary: 'Abandon the last Bitcoin blocks for a longer branch',
    effect: 'destroys',
    input: {
      /** How many Bitcoin blocks to abandon, 1 … 100. */
      blocks: whole('a whole number, 1 to 100', { minimum: 1, maximum: 100 }),
      /** Bitcoin transactions of these blocks that the new branch does not contain, or all. They are pending again. @default none */
      without: optional(
        jsonOf<NonNullable<ReorgOptions['without']>>({
          description: 'a list of txids, or "all"',
          oneOf: [{ enum: ['all'] }, { type: 'array', items: txid.schema }],
        }),
      ),
    },
    positional: [],
    output: reorganised,
    errors: ['BUSY', 'NOT_READY', 'TIMEOUT', 'UNSUPPORTED'],
    needs: 'chaos',
    http: { method: 'POST', path: '/chaos/reorg' },
    cli: { command: 'chaos reorg', args: ['blocks'] },
    run: (network, options) => network.chaos.reorg(options),
  }),
  /**
   * Accepts the next Stacks transactions of clients, and loses them.
   * @example
   * await using fault = await devnet.chaos.drop({ sender: devnet.accounts.wallet_1.stx.address });
   */
  drop: operation({
    ...begins,
    summary: 'Accept the next Stacks transactions of clients, and lose them',
    input: filter,
    http: route('drop', 'dropTransactions'),
    cli: { command: 'chaos drop' },
    run: (network, options = {}) => begun(network, network.chaos.drop(options)),
  }),
  /**
   * Accepts the next Stacks transactions of clients, and sends them to the node some Bitcoin blocks later. `stop` sends them at once.
   * @example
   * await using fault = await devnet.chaos.delay({ blocks: 2 });
   */
  delay: operation({
    ...begins,
    summary: 'Accept the next Stacks transactions of clients, and send them to the node some Bitcoin blocks later',
    input: {
      ...filter,
      /** After how many Bitcoin blocks the node gets the transaction. */
      blocks: manyBlocks,
    },
    http: route('delay', 'delayTransactions'),
    cli: { command: 'chaos delay', args: ['blocks'] },
    run: (network, options) => begun(network, network.chaos.delay(options)),
  }),
  /**
   * Leaves pending transactions out of Stacks blocks: those of this tenure, and of the next `tenures`. If a reorganisation makes these
   * tenures again, the transactions of the abandoned Stacks blocks stay pending.
   * @example
   * await devnet.chaos.emptyTenures({ tenures: 2 });
   */
  emptyTenures: operation({
    ...begins,
    summary: 'Leave pending transactions out of Stacks blocks, in this tenure and the next ones',
    input: { tenures: manyBlocks },
    http: route('empty-tenures'),
    cli: { command: 'chaos empty-tenures', args: ['tenures'] },
    run: (network, options) => begun(network, network.chaos.emptyTenures(options)),
  }),
  /**
   * Lets the next Bitcoin blocks have no commit of a Stacks miner, so that they begin no tenure.
   * @example
   * await devnet.chaos.noCommits({ blocks: 2 });
   */
  noCommits: operation({
    ...begins,
    summary: 'Let the next Bitcoin blocks begin no tenure',
    input: { blocks: manyBlocks },
    http: route('no-commits'),
    cli: { command: 'chaos no-commits', args: ['blocks'] },
    run: (network, options) => begun(network, network.chaos.noCommits(options)),
  }),
  /**
   * Suspends a signer. If more than 30 % of the signers are silent, no Stacks block is made.
   * @example
   * await devnet.chaos.silentSigner({ signer: 1, forMs: 60_000 });
   */
  silentSigner: operation({
    ...begins,
    summary: 'Suspend a signer',
    input: {
      /** Which one, counted from 1. @default 1 */
      signer: optional(whole('which signer, counted from 1', { minimum: 1, maximum: 10_000 })),
      forMs,
    },
    http: route('silent-signer'),
    cli: { command: 'chaos silent-signer', args: ['signer'], flags: { forMs: 'for' } },
    run: (network, options = {}) => begun(network, network.chaos.silentSigner(options)),
  }),
  /**
   * Stops a node, which `stop` of the handle starts again. Meanwhile its RPC does not answer, and no Bitcoin block is mined.
   * @example
   * await using fault = await devnet.chaos.stoppedNode({ node: 'stacks' });
   */
  stoppedNode: operation({
    ...begins,
    summary: 'Stop a node, until the fault ends',
    input: { node: oneOf(NODES, '"bitcoin" or "stacks"'), forMs },
    http: route('stopped-node'),
    cli: { command: 'chaos stopped-node', args: ['node'], flags: { forMs: 'for' } },
    run: (network, options) => begun(network, network.chaos.stoppedNode(options)),
  }),
  /**
   * Delays requests of clients and lets some fail. Those of `devnet` in the process of the network, and the control API, work.
   * @example
   * await using fault = await devnet.chaos.rpcFaults({ errorRate: 0.3, latencyMs: 50, path: '/v2/fees', seed: 7 });
   */
  rpcFaults: operation({
    ...begins,
    summary: 'Delay requests of clients to the Stacks node and the Stacks API, and let some fail',
    input: {
      /** How much later each request is handled, in ms. @default 0 */
      latencyMs: duration,
      /** The largest random addition to `latencyMs`, in ms. @default 0 */
      jitterMs: duration,
      /** The share of requests that fail, 0 … 1. @default 0 */
      errorRate: optional(decimal('a number from 0 to 1', { minimum: 0, maximum: 1 })),
      /** What failed requests get, one of these: an HTTP status from 400 to 599, or `disconnect`. @default [503] */
      statuses: optional(statuses()),
      /** What a failure loses: the request, which the node then does not get, or the node's answer. @default 'request' */
      lost: optional(oneOf(['request', 'answer'], '"request" or "answer"')),
      /** The beginning of the paths that are affected, for example `/v2/transactions`. @default all */
      path: optional(text('the beginning of a path, with its slash', { pattern: '^/' })),
      /** The same seed gives the same faults to the same sequence of requests. @default 1 */
      seed: optional(whole('a whole number, 0 to 4294967295', { maximum: 4_294_967_295 })),
      forMs,
    },
    http: route('rpc-faults'),
    cli: { command: 'chaos rpc-faults', flags: { latencyMs: 'latency', jitterMs: 'jitter', forMs: 'for' } },
    run: (network, options = {}) => begun(network, network.chaos.rpcFaults(options)),
  }),
  /**
   * Returns what lasts, oldest first.
   * @example
   * const kinds = (await devnet.chaos.active()).map(({ kind }) => kind);
   */
  active: operation({
    summary: 'List the faults that last, oldest first',
    effect: 'reads',
    input: {},
    positional: [],
    output: active,
    value: (answer) => answer.active,
    errors: [],
    http: { id: 'chaos', method: 'GET', path: '/chaos' },
    cli: { command: 'chaos list' },
    run: async (network) => ({ active: await network.chaos.active() }),
  }),
  /**
   * Ends one of them. @throws DevnetError NOT_FOUND
   * @example
   * const { id } = await devnet.chaos.drop();
   * await devnet.chaos.stop(id);
   */
  stop: operation({
    summary: 'End a fault',
    effect: 'changes',
    input: { id: text('the id of a fault') },
    positional: ['id'],
    output: undefined,
    errors: ['NOT_FOUND', 'TIMEOUT'],
    http: { id: 'stopChaos', method: 'DELETE', path: '/chaos/:id' },
    cli: { command: 'chaos stop' },
    run: (network, id) => network.chaos.stop(id),
  }),
  /**
   * Ends them all.
   * @example
   * await devnet.chaos.clear();
   */
  clear: operation({
    summary: 'End all faults',
    effect: 'changes',
    input: {},
    positional: [],
    output: undefined,
    errors: ['TIMEOUT'],
    http: { id: 'clearChaos', method: 'DELETE', path: '/chaos', answers: 'chaos.active' },
    cli: { command: 'chaos clear' },
    run: (network) => network.chaos.clear(),
  }),
};

function statuses(): Codec<readonly (number | 'disconnect')[]> {
  const status = { oneOf: [{ enum: ['disconnect'] }, { type: 'integer', minimum: 400, maximum: 599 }] } as const;
  return {
    schema: { type: 'array', minItems: 1, items: status, description: 'a list of HTTP statuses from 400 to 599, or "disconnect"' },
    parse: (words) => words.split(',').map((word) => (/^\d+$/.test(word.trim()) ? Number(word) : word.trim())),
  };
}

/** Returns the state of a fault that begins. One that has ended meanwhile has no settings any more. */
async function begun({ chaos: faults }: Network, begins: Promise<ChaosHandle>): Promise<ActiveChaos> {
  const { id, kind } = await begins;
  return (await faults.active()).find((active) => active.id === id) ?? { id, kind, settings: {} };
}

/** The handle of a fault. */
function handleOf({ id, kind }: ActiveChaos, perform: Perform): ChaosHandle {
  const stop = once(async () => {
    await perform(chaos.stop, { id }).catch(ignoreEnded);
  });
  return { id, kind, stop, [Symbol.asyncDispose]: stop };
}

/** A fault may end by itself before it is stopped. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'NOT_FOUND')) throw error;
}
