import { hashToHex } from '../protocol/codec/hex.js';
import { createOrigin } from '../protocol/fork-source/origin.js';
import type { ChainChange } from './chain/activate.js';
import { REGTEST_ACTIVATION } from './chain/activation.js';
import type { BlockEntry, HeaderEntry } from './chain/block-entry.js';
import { type Chain, createChain } from './chain/chain.js';
import type { ChainState } from './chain/state.js';
import { createScriptChecker } from './chain/validation/script-checker.js';
import { NEVER_ACTIVE, TEST_DUMMY } from './chain/validation/version-bits.js';
import { type CheckAhead, createCheckAhead } from './check-ahead.js';
import { createFileFolders, type FileFolders } from './data-folder/file-folders.js';
import { createEmitter, type Emitter } from './events.js';
import { createLog, type Log } from './log/log.js';
import { logChange } from './log/validation.js';
import { createMempool, type Mempool } from './mempool/mempool.js';
import { DEFAULT_POLICY } from './mempool/policy/policy.js';
import type { PoolState } from './mempool/pool.js';
import { type Clock, createClock, type PlannedTime } from './mining/clock.js';
import { type Assembled, createMiner, type Miner } from './mining/miner.js';
import { createObservers, type Observers } from './observers.js';
import { createPeers, type Peers } from './peers/peers.js';
import type { BitcoinHeader, BitcoinNodeOptions } from './types.js';
import { userAgent } from './version.js';
import { WALLET_DEFAULTS, type WalletDefaults } from './wallet/options.js';
import { type KeptWallets, keptWallets, noteChange, type WalletSlot } from './wallet/slot.js';
import type { ZmqNotifications } from './zmq/notifications.js';

/** The connected parts of a node, for the host's interface and the RPC methods. */
export type NodeCore = {
  chain: Chain;
  mempool: Mempool;
  miner: Miner;
  clock: Clock;
  emitter: Emitter;
  observers: Observers;
  peers: Peers;
  wallet: WalletSlot;
  log: Log;
  /** The node's name for its peers. */
  userAgent: string;
  walletDefaults: WalletDefaults;
  /** The path of the file with the log; empty if there is none. */
  logPath: string;
  /** Where methods may read and write the files that callers name. */
  files: FileFolders;
  /** The file of the mempool and the folder of the wallets of a node that keeps its state. */
  storage: { mempool: string; wallets: string } | undefined;
  /** What a node loads that is not ready yet: its answer to every call. */
  warmup: string | undefined;
  /** The notifications that are published over ZeroMQ. */
  zmq: Set<ZmqNotifications>;
  /** Whether `getrawtransaction` finds every confirmed transaction. */
  txIndex: boolean;
  /** The output scripts (hex) of a fork whose coins may be spent without signatures. */
  impersonated: Set<string>;
  checkAhead: CheckAhead;
  /** Marks a block as invalid, or clears the mark, and follows the best chain. */
  invalidate(entry: HeaderEntry): void;
  reconsider(entry: HeaderEntry): void;
  /** Prefers a block to others of equal work. */
  prefer(entry: HeaderEntry): void;
  snapshot(): CoreState;
  restore(state: CoreState): void;
};

export type CoreState = {
  chain: ChainState;
  pool: PoolState;
  mockTime: number;
  planned: PlannedTime | undefined;
  assembled: Assembled | undefined;
  wallets: KeptWallets | undefined;
};

/** The signals of a fork would need the blocks of its origin. */
const NEVER_DEPLOYED = { ...TEST_DUMMY, startTime: NEVER_ACTIVE };
/** The disconnected blocks whose transactions `invalidateblock` returns to the mempool, as in Core. */
const MAX_READMITTED_BLOCKS = 10;

export function createCore(options: BitcoinNodeOptions): NodeCore {
  const emitter = createEmitter();
  const observers = createObservers();
  const log = createLog(options.log, options.debug);
  if (options.log !== undefined) observers.add((change) => logChange(log, change));
  const wallet: WalletSlot = { keeper: undefined, given: undefined };
  const impersonated = new Set<string>();
  const scripts = createScriptChecker(options.fork && impersonated);
  const chain = createChain({
    scripts,
    activation: { ...REGTEST_ACTIVATION, ...(options.fork && { testdummy: NEVER_DEPLOYED }), ...options.activation },
    fork: options.fork && { origin: createOrigin(options.fork), block: options.fork.block, grant: options.fork.grant },
    maxBlockTime: () => clock.maxBlockTime(),
    onChange: (change) => follow(change),
    onFailure: (block, error) => observers.notify({ type: 'invalid', block, error }),
  });
  const clock = createClock({ ...options, tip: chain.tip });
  observers.add((change) => noteChange(wallet, change, clock.now()));
  const mempool = createMempool({
    chain,
    scripts,
    policy: { ...DEFAULT_POLICY, ...options.policy },
    log,
    now: clock.now,
    onAdded: (entry, { sequence, isNew }) => {
      observers.notify({ type: 'added', entry, sequence, isNew });
      emitter.emit({ type: 'mempool-added', txid: entry.record.txid });
    },
    onRemoved: (entry, { reason, sequence, replacedBy }) => {
      observers.notify({ type: 'removed', entry, reason, sequence });
      emitter.emit({ type: 'mempool-removed', txid: entry.record.txid, reason, ...(replacedBy === undefined ? {} : { replacedBy }) });
    },
  });
  const revert = (change: ChainChange, readmits = true) => {
    for (const block of change.disconnected) observers.notify({ type: 'disconnected', block });
    mempool.follow(change, readmits);
  };
  /** Reverts block by block, as Core, so that a transaction finds its confirmed parents. */
  const invalidate = (entry: HeaderEntry) => {
    if (entry.height > 0 && chain.isActive(entry)) emitter.emit({ type: 'reorg', forkHeight: entry.height - 1 });
    let steps = 0;
    chain.invalidate(entry, (step) => revert(step, ++steps <= MAX_READMITTED_BLOCKS));
  };
  const follow = (change: ChainChange) => {
    if (change.disconnected.length > 0) emitter.emit({ type: 'reorg', forkHeight: change.fork.height });
    for (const entry of change.connected) {
      emitter.emit({ type: 'block', header: headerOf(entry), txids: entry.records.map(({ txid }) => txid) });
    }
    revert(change);
    for (const block of change.connected) observers.notify({ type: 'connected', block });
    if (change.connected.length > 0) observers.notify({ type: 'tip', block: chain.tip() });
  };
  clock.setMockTime(options.mockTime ?? 0);
  const miner = createMiner({
    chain,
    mempool,
    clock,
    version: options.blockVersion,
    log,
  });

  return {
    chain,
    mempool: {
      ...mempool,
      submit: (record, guard, arrival) => emitter.batch(() => mempool.submit(record, guard, arrival)),
      submitPackage: (records, guard) => emitter.batch(() => mempool.submitPackage(records, guard)),
    },
    miner: {
      ...miner,
      mine: (scriptPubKey, maxTries) => emitter.batch(() => miner.mine(scriptPubKey, maxTries)),
      submit: (block, records) => emitter.batch(() => miner.submit(block, records)),
    },
    clock,
    emitter,
    observers,
    peers: createPeers({
      blocksOnly: options.blocksOnly,
      whitelist: options.whitelist,
      timeout: options.peerTimeout,
      uploadTarget: options.uploadTarget,
      banTime: options.banTime,
      now: () => clock.timer() / 1000,
    }),
    wallet,
    log,
    userAgent: userAgent(options.comments),
    walletDefaults: { ...WALLET_DEFAULTS, ...options.wallets },
    logPath: options.logPath ?? '',
    storage: undefined,
    files: createFileFolders(options.files),
    warmup: undefined,
    zmq: new Set(),
    txIndex: options.txIndex ?? true,
    impersonated,
    checkAhead: createCheckAhead({ scripts, chain, pool: mempool.pool }),
    invalidate: (entry) => emitter.batch(() => invalidate(entry)),
    reconsider: (entry) => emitter.batch(() => chain.reconsider(entry)),
    prefer: (entry) => emitter.batch(() => chain.prefer(entry)),
    snapshot: () => ({
      chain: chain.snapshot(),
      pool: mempool.snapshot(),
      mockTime: clock.mockTime(),
      planned: clock.planned(),
      assembled: miner.lastAssembled(),
      wallets: keptWallets(wallet),
    }),
    restore: (state) => {
      chain.restore(state.chain);
      mempool.restore(state.pool);
      clock.setMockTime(state.mockTime);
      clock.plan(state.planned);
      miner.setLastAssembled(state.assembled);
      if (wallet.keeper === undefined) wallet.given = state.wallets;
      else wallet.keeper.restore(state.wallets);
      observers.notify({ type: 'restored' });
      emitter.emit({ type: 'restored' });
    },
  };
}

/** Returns the header in the host's form. */
export function headerOf({ height, hash, header, parent }: BlockEntry): BitcoinHeader {
  return {
    height,
    hash,
    previousHash: parent?.hash ?? hashToHex(header.previous),
    time: header.time,
    merkleRoot: hashToHex(header.merkleRoot),
  };
}
