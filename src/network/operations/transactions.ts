import { STACKS_BODY_LIMIT } from '../../stacks/body-limit.js';
import type { StacksReplay } from '../../stacks/replay.js';
import type { Simulation, StepsOutcome } from '../../stacks/trace.js';
import { serializeSteps } from '../devnet/simulation/serialize.js';
import type { SimulateSteps } from '../devnet/simulation/types.js';
import { checkRequest, type SimulateRequest, type StacksProfile, type StacksTrace, serializeRequest } from '../devnet/trace.js';
import { type Codec, json, jsonOf, oneOf, optional, whole } from './codec.js';
import { profileAnswer, replayAnswer, simulateAnswer, simulateBody, traceAnswer } from './execution-schemas.js';
import { limits, txid } from './fields.js';
import { operation } from './operation.js';
import { anchoredReceipt, anyReceipt, bitcoinReceipt, stacksReceipt } from './receipts.js';
import { simulationsAnswer, simulationsBody } from './simulation-schemas.js';

// The compiler rejects a schema with other types or without a required field, but not one that lacks an optional field.
const trace: Codec<StacksTrace> = json(traceAnswer);
const profile: Codec<StacksProfile> = json(profileAnswer);
const simulation: Codec<Simulation> = json(simulateAnswer);
const steps: Codec<StepsOutcome> = simulationsAnswer;
const replayed: Codec<StacksReplay> = json(replayAnswer);

const confirmations = optional(
  whole(
    'with "chain": on Bitcoin how many blocks, its own included, are to confirm the transaction; ' +
      'on Stacks how many Bitcoin blocks are to be on top of the one that its tenure belongs to',
    { minimum: 1, maximum: 9_999 },
  ),
);
const errors = ['DROPPED', 'REPLACED', 'REJECTED', 'TIMEOUT', 'ROLLED_BACK'] as const;
const path = '/tx/:txid/wait';

/** Waits for a transaction on either chain. */
export const wait = operation({
  summary: 'Wait until a transaction of either chain, which may be sent later, is in a block',
  effect: 'reads',
  input: {
    txid,
    chain: optional(
      oneOf(
        ['bitcoin', 'stacks'],
        'the one chain to wait on, also for a transaction that it has never seen; without it, the chain that has seen it',
      ),
    ),
    confirmations,
    ...limits,
  },
  positional: ['txid'],
  output: anyReceipt,
  errors,
  waitsFor: (id: string) => `transaction ${id}`,
  inCode: 'devnet.bitcoin.waitForTx(txid, options?) or devnet.stacks.waitForTx(txid, options?)',
  http: { id: 'waitForTx', method: 'GET', path, slow: true },
  cli: { command: 'wait', byHand: true },
  run: (network, id, options = {}) => network.wait(id, options),
});

const waits = { effect: 'reads', positional: ['txid'], errors } as const;
const onChain = (chain: 'bitcoin' | 'stacks') => ({ method: 'GET', path, slow: true, shared: true, fixed: { chain } }) as const;
const named = (chain: string) => (id: string) => `${chain} transaction ${id}`;

export const bitcoin = {
  /**
   * Resolves when the transaction has `confirmations` (default 1) blocks.
   * @param txid without 0x or with it @throws DevnetError INVALID_INPUT, DROPPED, REPLACED, TIMEOUT, ROLLED_BACK, ABORTED
   * @example
   * const { txId } = await devnet.faucet.btc('wallet_1', { wait: false });
   * const { block } = await devnet.bitcoin.waitForTx(txId);
   */
  waitForTx: operation({
    ...waits,
    summary: 'Wait until a Bitcoin transaction is in a block',
    input: { txid, confirmations, ...limits },
    output: bitcoinReceipt,
    waitsFor: named('Bitcoin'),
    http: onChain('bitcoin'),
    run: (network, id, options = {}) => network.bitcoin.waitForTx(id, options),
  }),
};

/** The calls of a transaction may be many. */
const mined = { effect: 'reads', input: { txid }, positional: ['txid'], errors: ['NOT_FOUND', 'UNSUPPORTED'], needs: 'trace' } as const;

export const stacks = {
  /**
   * Resolves when the transaction is in a block, aborted or not.
   * @param txid with or without 0x
   * @throws DevnetError INVALID_INPUT, DROPPED, REPLACED, REJECTED, TIMEOUT, ROLLED_BACK, ABORTED; UNSUPPORTED if the nodes do not report
   * its outcome
   * @example
   * const { txId } = await devnet.faucet.stx('wallet_1', { wait: false });
   * const { status, block } = await devnet.stacks.waitForTx(txId, { timeoutMs: 10_000 });
   */
  waitForTx: operation({
    ...waits,
    summary: 'Wait until a Stacks transaction is in a block, aborted or not',
    input: { txid, ...limits },
    output: stacksReceipt,
    waitsFor: named('Stacks'),
    http: onChain('stacks'),
    cli: { command: 'wait', byHand: true },
    run: (network, id, options = {}) => network.stacks.waitForTx(id, options),
  }),
  /**
   * Resolves when `confirmations` (default 1) Bitcoin blocks are on top of the one that the transaction's tenure belongs to.
   * A reorganisation must then undo them to undo the transaction. It mines no blocks. Rejects as `waitForTx` does.
   * @example
   * const { txId } = await devnet.faucet.stx('wallet_1');
   * await devnet.bitcoin.mine(6);
   * const { confirmations } = await devnet.stacks.waitForAnchor(txId, { confirmations: 6 });
   */
  waitForAnchor: operation({
    ...waits,
    summary: 'Wait until Bitcoin blocks are on top of the one that the tenure of a Stacks transaction belongs to',
    input: { txid, confirmations, ...limits },
    output: anchoredReceipt,
    waitsFor: named('Stacks'),
    prepare: async (_naming, { confirmations: many = 1 }: { confirmations?: number }) => ({ confirmations: many }),
    http: onChain('stacks'),
    run: (network, id, options = {}) => network.stacks.waitForAnchor(id, options),
  }),
  /**
   * Returns the calls of a mined transaction, with their arguments, results, events and source positions. The embedded engine executes
   * the transaction again for this.
   * @param txid with or without 0x
   * @throws DevnetError INVALID_INPUT, NOT_FOUND; UNSUPPORTED on real nodes, which report no calls
   * @example
   * const { txid } = await devnet.contract('vault').call('withdraw', [5n], { as: 'wallet_1' });
   * const { status, reason, origin } = await devnet.stacks.trace(txid);
   */
  trace: operation({
    ...mined,
    summary: 'The calls of a mined Stacks transaction, and why it failed',
    output: trace,
    http: { method: 'GET', path: '/tx/:txid/trace', slow: true },
    cli: { command: 'trace' },
    tool: 'trace',
    run: (network, id) => network.stacks.trace(id),
  }),
  /**
   * Returns what each function and line of a mined transaction cost. The exclusive costs add up to the cost of its receipt.
   * @param txid with or without 0x
   * @throws DevnetError INVALID_INPUT, NOT_FOUND; UNSUPPORTED on real nodes, which report only the sum
   * @example
   * const { txid } = await devnet.contract('vault').call('withdraw', [5n], { as: 'wallet_1' });
   * const { functions, lines } = await devnet.stacks.profile(txid);
   */
  profile: operation({
    ...mined,
    summary: 'What each function and line of a mined Stacks transaction cost',
    output: profile,
    http: { method: 'GET', path: '/tx/:txid/profile', slow: true },
    cli: { command: 'profile', byHand: true },
    run: (network, id) => network.stacks.profile(id),
  }),
};

/** Executions of which nothing remains. In code, one function takes one call or several steps. */
export const simulations = {
  one: operation({
    summary: 'Run a call by any sender, or a transaction, without a block',
    effect: 'reads',
    input: { request: jsonOf<SimulateRequest>(simulateBody) },
    positional: ['request'],
    output: simulation,
    errors: ['RPC', 'UNSUPPORTED'],
    prepare: async (_naming, { request }: { request: SimulateRequest }) => ({ request: await serializeRequest(request) }),
    inCode: 'devnet.simulate(request)',
    http: { method: 'POST', path: '/simulate', id: 'simulate', body: 'request', bodyLimit: STACKS_BODY_LIMIT },
    run: async (network, request) => network.simulate(checkRequest(await serializeRequest(request))),
  }),
  steps: operation({
    summary: 'Run several steps on the state after a block, of which nothing remains',
    effect: 'reads',
    input: { request: jsonOf<SimulateSteps>(simulationsBody) },
    positional: ['request'],
    output: steps,
    errors: ['RPC', 'TIMEOUT', 'UNSUPPORTED'],
    prepare: async (_naming, { request }: { request: SimulateSteps }) => ({ request: await serializeSteps(request) }),
    inCode: 'devnet.simulate({ steps })',
    http: { method: 'POST', path: '/simulations', id: 'simulations', body: 'request', bodyLimit: STACKS_BODY_LIMIT },
    run: async (network, request) => network.simulateSteps(await serializeSteps(request)),
  }),
};

export const replay = {
  /**
   * Executes a transaction of the network that this fork continues again: in the state of its block's parent, after the transactions before
   * it. Returns what it did, its calls and costs, and where that is not what the network reported. Nothing of this network changes.
   * @param txid with or without 0x
   * @throws DevnetError INVALID_INPUT, NOT_FOUND, ORIGIN, TIMEOUT; UNSUPPORTED without `fork`, and for blocks that cannot be executed again
   */
  replay: operation({
    summary: 'Execute a transaction of the network that this fork continues again, and compare it with what that network reported',
    effect: 'reads',
    input: { txid },
    positional: ['txid'],
    output: replayed,
    errors: ['NOT_FOUND', 'ORIGIN', 'TIMEOUT', 'UNSUPPORTED'],
    http: { method: 'POST', path: '/replay' },
    cli: { command: 'replay', byHand: true },
    run: (network, id) => network.replay(id),
  }),
};
