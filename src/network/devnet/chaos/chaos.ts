import { advise } from '../../../base/advice.js';
import { DevnetError, invalid } from '../../../base/error.js';
import { with0x } from '../../../base/hex.js';
import type { Engine, EngineFaults } from '../../../stacks/engine.js';
import type { RpcFaults } from '../../../stacks/rpc-faults.js';
import { address, checkFields, count, MAX_REORG, milliseconds, nodeName, oneOf, rate, statuses, txid, whole } from './check.js';
import { createDelay } from './delay.js';
import { combine, createFaults, type Fault } from './faults.js';
import { keepTransactions } from './kept-transactions.js';
import { createRpcFaults } from './rpc-faults.js';
import type { Chaos } from './types.js';

const LISTED = advise`see ${{ do: 'chaos.active' }}`;

export type ChaosParts = {
  engine: Engine;
  isMainnet: boolean;
  /** Sends a Stacks transaction to the node. @returns its txid with 0x */
  broadcast(transaction: Uint8Array): Promise<string>;
  /** Called if the node refuses a delayed transaction. */
  onRefused(transaction: Uint8Array, error: unknown): void;
  closed: AbortSignal;
};

/** The faults of a network in this process. */
export type LocalChaos = {
  readonly chaos: Chaos;
  /** The faults of requests of clients. */
  readonly rpcFaults: RpcFaults;
  /** Sends a Stacks transaction of a client, which a fault may keep. */
  broadcast(transaction: Uint8Array): Promise<string>;
  /** @throws DevnetError NOT_REACHABLE while a node is stopped */
  requireNodes(): void;
  /** Ends all faults before the network changes its state. */
  beforeRestore(): Promise<void>;
};

/** Creates the faults of a network; none is active. */
export function createChaos({ engine, isMainnet, broadcast, onRefused, closed }: ChaosParts): LocalChaos {
  const stacksBurnHeight = (): number => engine.tips().stacks.burnHeight - (engine.fork?.bitcoinOffset ?? 0);
  const faults = createFaults(() => {
    engine.faults?.setRpcFaults?.(faults.list().some(({ rpc, take }) => rpc ?? take) ? rpcFaults : undefined);
  });
  const engineFaults = (verb: string): EngineFaults => {
    if (engine.faults !== undefined) return engine.faults;
    const hint = 'Use the engine embedded, native or docker.';
    throw new DevnetError('UNSUPPORTED', `chaos.${verb}: the ${engine.name} engine does not run the nodes. ${hint}`, { hint });
  };
  const applyBlockFaults = async (from: EngineFaults): Promise<void> => from.setBlockFaults(combine(faults.list()));
  /** Adds a fault about blocks up to a Bitcoin height, which the first tenure after that ends. */
  const addBlockFault = async (from: EngineFaults, fault: Fault, last: number) => {
    const handle = faults.add({ ...fault, end: () => applyBlockFaults(from) });
    const [added] = faults.list().slice(-1);
    const unsubscribe = engine.subscribe(({ type }) => {
      if (type !== 'stacks.block' || stacksBurnHeight() <= last) return;
      unsubscribe();
      if (added !== undefined) faults.remove(added).catch(() => undefined);
    });
    await applyBlockFaults(from);
    return handle;
  };
  const readFilter = (given: Record<string, unknown>) => ({
    ...(given['txid'] !== undefined && { txid: txid(given['txid'], 'txid') }),
    ...(given['sender'] !== undefined && { sender: address(given['sender'], 'sender', isMainnet) }),
    count: count(given['count'] ?? 1, 'count'),
  });
  const readForMs = (given: Record<string, unknown>) =>
    given['forMs'] === undefined ? {} : { forMs: milliseconds(given['forMs'], 'forMs', 1) };
  const refuseTwice = (kind: Fault['kind'], name: string, value: unknown): void => {
    if (!faults.active().some((fault) => fault.kind === kind && fault.settings[name] === value)) return;
    throw new DevnetError('BUSY', `${name} ${value} is silent already: ${LISTED}`, { field: name, hint: LISTED });
  };

  const requireNodes = (): void => {
    const stopped = faults.active().find(({ kind }) => kind === 'stopped-node');
    if (stopped === undefined) return;
    const hint = advise`Start it with ${{ do: 'chaos.stop', with: { id: stopped.id } }}.`;
    throw new DevnetError('NOT_REACHABLE', `the ${String(stopped.settings['node'])} node is stopped by a fault. ${hint}`, { hint });
  };

  const chaos: Chaos = {
    async reorg(options) {
      const from = engineFaults('reorg');
      const given = checkFields(options, ['blocks', 'without']);
      const { height } = engine.tips().bitcoin;
      const blocks = count(given['blocks'], 'blocks', Math.min(MAX_REORG, height - 1));
      const without = given['without'] ?? [];
      if (!Array.isArray(without)) oneOf(without, 'without', ['all']);
      const leftOut = Array.isArray(without) ? new Set(without.map((id) => txid(id, 'without'))) : 'all';
      requireNodes();
      return from.reorganise(blocks, leftOut);
    },
    async drop(options) {
      const settings = readFilter(checkFields(options, ['txid', 'sender', 'count']));
      const kept = keepTransactions(settings, () => {
        if (kept.left() === 0) faults.remove(fault).catch(() => undefined);
      });
      const fault: Fault = { kind: 'drop', settings, ...kept };
      return faults.add(fault);
    },
    async delay(options) {
      const given = checkFields(options, ['txid', 'sender', 'count', 'blocks']);
      const settings = { ...readFilter(given), blocks: count(given['blocks'], 'blocks') };
      const { fault, done } = createDelay(settings, { engine, send: broadcast, onRefused });
      const handle = faults.add(fault);
      done.then(handle.stop).catch(() => undefined);
      return handle;
    },
    async emptyTenures(options) {
      const from = engineFaults('emptyTenures');
      const tenures = count(checkFields(options, ['tenures'])['tenures'], 'tenures');
      const last = engine.tips().bitcoin.height + tenures;
      const left = () => Math.max(0, last + 1 - engine.tips().bitcoin.height);
      // Also below this tenure: a reorganisation makes these tenures again.
      const hasTransactions = (height: number) => height > last;
      return addBlockFault(from, { kind: 'empty-tenures', settings: { tenures }, left, blockFaults: { hasTransactions } }, last);
    },
    async noCommits(options) {
      const from = engineFaults('noCommits');
      const blocks = count(checkFields(options, ['blocks'])['blocks'], 'blocks');
      const { height: before } = engine.tips().bitcoin;
      const last = before + blocks;
      const left = () => Math.max(0, last - engine.tips().bitcoin.height);
      const hasCommit = (height: number) => height <= before || height > last;
      return addBlockFault(from, { kind: 'no-commits', settings: { blocks }, left, blockFaults: { hasCommit } }, last);
    },
    async silentSigner(options) {
      const from = engineFaults('silentSigner');
      const given = checkFields(options, ['signer', 'forMs']);
      const settings = { signer: whole(given['signer'] ?? 1, 'signer', 1, from.signers), ...readForMs(given) };
      refuseTwice('silent-signer', 'signer', settings.signer);
      const resume = await from.silenceSigner(settings.signer - 1);
      return faults.add({ kind: 'silent-signer', settings, end: resume, forMs: settings.forMs });
    },
    async stoppedNode(options) {
      const from = engineFaults('stoppedNode');
      const given = checkFields(options, ['node', 'forMs']);
      const settings = { node: nodeName(given['node'], 'node'), ...readForMs(given) };
      if (faults.active().some(({ kind }) => kind === 'stopped-node')) {
        throw new DevnetError('BUSY', `a node is stopped already: ${LISTED}`, { field: 'node', hint: LISTED });
      }
      const start = await from.stopNode(settings.node);
      return faults.add({ kind: 'stopped-node', settings, end: start, forMs: settings.forMs });
    },
    async rpcFaults(options) {
      const given = checkFields(options, ['latencyMs', 'jitterMs', 'errorRate', 'statuses', 'lost', 'path', 'seed', 'forMs']);
      const { path = '/', seed = 1 } = given;
      const settings = {
        latencyMs: milliseconds(given['latencyMs'] ?? 0, 'latencyMs'),
        jitterMs: milliseconds(given['jitterMs'] ?? 0, 'jitterMs'),
        errorRate: rate(given['errorRate'] ?? 0, 'errorRate'),
        statuses: statuses(given['statuses'] ?? [503], 'statuses'),
        lost: oneOf(given['lost'] ?? 'request', 'lost', ['request', 'answer']),
        path: beginningOfPath(path),
        seed: whole(seed, 'seed', 0, 2 ** 32 - 1),
        ...readForMs(given),
      };
      return faults.add({ kind: 'rpc-faults', settings, rpc: createRpcFaults(settings), forMs: settings.forMs });
    },
    active: async () => faults.active(),
    stop: faults.stop,
    clear: () => faults.clear(),
  };
  const open =
    <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      closed.throwIfAborted();
      return verb(...args);
    };
  const rpcFaults: RpcFaults = {
    fault(path) {
      for (const { rpc } of faults.list()) {
        const fault = rpc?.(path);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
    keepsTransactions: () => faults.list().some(({ take }) => take !== undefined),
    take(transaction) {
      for (const { take } of faults.list()) {
        const id = take?.(transaction);
        if (id !== undefined) return id;
      }
      return undefined;
    },
  };
  closed.addEventListener('abort', faults.close, { once: true });

  return {
    chaos: Object.fromEntries(Object.entries(chaos).map(([name, verb]) => [name, open(verb as never)])) as unknown as Chaos,
    rpcFaults,
    async broadcast(transaction) {
      const id = rpcFaults.take(transaction);
      return id === undefined ? broadcast(transaction) : with0x(id);
    },
    requireNodes,
    beforeRestore: () => faults.clear('discard'),
  };
}

function beginningOfPath(path: unknown): string {
  if (typeof path === 'string' && path.startsWith('/')) return path;
  throw invalid('path', 'the beginning of a path, with its slash', path);
}
