import { DevnetError, invalid } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import { notSecret } from '../../base/show-value.js';
import { bytesOfPart } from '../../base/storage.js';
import { noBlockNow } from '../block-faults.js';
import { sha512_256 } from '../protocol/codec/hash.js';
import { originAddress } from '../protocol/codec/transaction/transaction.js';
import { type Booted, boot } from './boot.js';
import { tipOf } from './chain/block/receipts.js';
import { type Epoch, epochAt, isNakamoto } from './chain/epoch.js';
import { bitcoinAddress } from './chain/pox/pox-address.js';
import { allSlotHolders } from './chain/pox/slot-holders.js';
import { createProducer } from './chain/production/producer.js';
import { rewind } from './chain/production/rewind.js';
import { nextSortition, type Sortition } from './chain/state/sortition.js';
import { copyState } from './chain/state/state.js';
import { createDebugging, passSimulation, passSteps } from './debugging.js';
import { admit } from './mempool/admit.js';
import { createSchedule } from './mining.js';
import { createAnnouncer } from './observers/announcer.js';
import { pastBlocks } from './past-blocks.js';
import { noFork, replayTransaction } from './replay/replay-transaction.js';
import type { RpcNode } from './rpc/node.js';
import { respond } from './rpc/respond.js';
import { createServers } from './rpc/servers.js';
import { simulatePast } from './simulation/simulate-past.js';
import { simulateSteps } from './simulation/simulate-steps.js';
import { captureSnapshot, loadSnapshot, restoreSnapshot, writeTaken } from './snapshot.js';
import { createTaskQueue } from './task-queue.js';
import { profileTransaction, simulate, traceTransaction } from './trace.js';
import type { BurnBlock, StacksNode, StacksNodeOptions } from './types.js';

/** Boots the chain, and assembles the node. */
export async function bootNode(options: StacksNodeOptions): Promise<StacksNode> {
  return assembleNode(options, await boot(options));
}

/** How many transactions of one account may be pending before a sender has to wait, in `auto`; a node refuses the 28th. */
const BACKLOG = 16;

/** Assembles a node around a chain. */
async function assembleNode(options: StacksNodeOptions, { state, burnchain, genesis }: Booted): Promise<StacksNode> {
  const { epochs, ledger, sortitions } = state;
  const epoch = (): Epoch => epochAt(epochs, ledger.tip.sortition.height);
  const warn = (message: string) => options.onWarning?.(message);
  const announcer = createAnnouncer(state, { eventObservers: options.eventObservers, warn });
  const producer = createProducer(state, announcer.block);
  const tasks = createTaskQueue();
  let impersonated: ReadonlySet<string> = new Set(options.impersonate);
  let halted = false;
  let closing: Promise<void> | undefined;

  /** A node makes blocks of transactions, and those that begin a tenure. */
  const makesBlocks = (): boolean => !halted && state.hasTransactions(state.sortitions.tip.height);

  const schedule = createSchedule({
    drain: () => tasks.run(() => producer.drain(() => schedule.mode() === 'auto' && !halted)),
    mine: () => tasks.run(async () => (isNakamoto(epoch()) && makesBlocks() ? producer.mine() : undefined)),
    onError: (error) => {
      if (!tasks.isClosed) warn(`no Stacks block could be made: ${error instanceof Error ? error.message : String(error)}`);
    },
  });

  const rpc: RpcNode = {
    state,
    authToken: options.authToken,
    readOnly: options.readOnly,
    genesisHash: hashGenesis(genesis.balances),
    async submit(transaction) {
      // A sender that is faster than the blocks waits for them instead of being refused.
      if (schedule.mode() === 'auto' && state.pool.waiting(originAddress(transaction)) >= BACKLOG) await tasks.idle();
      const admission = await admit(state, transaction, { epoch: epoch(), impersonated });
      announcer.admission(transaction, admission);
      if (admission.status === 'added') schedule.notify();
      return admission;
    },
  };
  const servers = createServers(rpc);
  state.vm.breakpoints.onReleased = schedule.notify;

  async function close(): Promise<void> {
    const tasksEnded = tasks.close();
    const executionsEnded = state.vm.close();
    schedule.close();
    announcer.close();
    await servers.close();
    await Promise.all([tasksEnded, executionsEnded]);
  }

  await announcer.past(genesis);
  await schedule.set(options.mining);
  return {
    tip: () => tipOf(ledger.tip),
    epoch: () => epoch().name,
    past: async () => pastBlocks(state, genesis),
    slotHolders: () =>
      allSlotHolders(state).map(({ sortition: { height, burn }, addresses }) => ({
        height,
        hash: burn.hash,
        addresses: addresses.map(bitcoinAddress),
      })),
    async burnBlock(bitcoinBlock) {
      await tasks.run(async () => {
        const block = burnchain.block(bitcoinBlock);
        requireSuccessor(sortitions.tip, block);
        const sortition = nextSortition(sortitions.tip, block);
        announcer.burnBlock(sortition);
        await producer.beginTenure(sortition, () => schedule.mode() === 'manual');
      });
      schedule.notify();
    },
    lowestBurnHeight: burnchain.lowest,
    async burnReorg(forkHeight) {
      await tasks.run(async () => {
        const left = rewind(state, burnchain.height(forkHeight));
        if (left.length > 0) announcer.reorg(left);
      });
      schedule.notify();
    },
    mine: () =>
      tasks.run(async () => {
        if (!makesBlocks()) throw noBlockNow();
        await producer.mine();
        return tipOf(ledger.tip);
      }),
    async changeState(change) {
      const txid = await tasks.run(() => producer.changeState(change));
      // What was not covered before may be now.
      schedule.notify();
      return txid;
    },
    setMining: schedule.set,
    setBlockFaults({ hasTransactions }) {
      state.hasTransactions = hasTransactions;
      schedule.notify();
    },
    setHalted(next) {
      halted = next;
      if (!halted) schedule.notify();
    },
    subscribe: announcer.subscribe,
    coverage: () => tasks.run(async () => state.vm.coverage?.report() ?? []),
    snapshot: (onTaken) =>
      tasks.run(async () => {
        const snapshot = captureSnapshot(state);
        onTaken?.();
        return snapshot;
      }),
    async restore(snapshot) {
      await tasks.run(async () => {
        const pending = state.pool.snapshot();
        announcer.restored({ left: restoreSnapshot(state, snapshot), pending });
      });
      schedule.notify();
    },
    write: (snapshot, part) => writeTaken(state, snapshot, part),
    dump: (snapshot) => bytesOfPart((part) => writeTaken(state, snapshot, part)),
    load: (bytes) => loadSnapshot(state, bytes),
    fork: ({ mining = schedule.mode(), onCopied } = {}) =>
      tasks.run(async () => {
        const forked = copyState(state);
        onCopied?.();
        return assembleNode(
          { ...options, mining, eventObservers: [], impersonate: [...impersonated] },
          { state: forked, burnchain, genesis },
        );
      }),
    impersonated: () => [...impersonated],
    impersonate(addresses) {
      impersonated = new Set(addresses);
    },
    trace: (txid) => traceTransaction(state, without0x(txid)),
    profile: (txid) => profileTransaction(state, without0x(txid)),
    async simulate(request) {
      // It waits outside of the queue, in which blocks are made.
      await passSimulation(state, request);
      return tasks.run(() => simulate(state, request));
    },
    async replay(txid) {
      if (options.fork === undefined) throw noFork();
      return replayTransaction(state, options.fork, txid);
    },
    debugging: createDebugging(state, options.fork),
    simulateSteps: ({ at, ...request }) =>
      passSteps(state, (onTransaction) => {
        if (options.fork !== undefined && at !== undefined && at < ledger.first.height)
          return simulatePast(options, options.fork, { at, ...request }, onTransaction);
        return tasks.run(() => simulateSteps(state, { at, ...request }, onTransaction));
      }),
    listen: servers.listen,
    async ask(question) {
      if (tasks.isClosed) throw new DevnetError('NOT_REACHABLE', 'the Stacks node is closed');
      return respond(rpc, question);
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Each Bitcoin block must follow the previous one: after a gap, heights and tenures would never agree again. */
function requireSuccessor({ height, burn }: Sortition, block: BurnBlock): void {
  if (block.height === height + 1 && block.previousHash === burn.hash) return;
  throw invalid('block', `the Bitcoin block after ${burn.hash} at height ${height}`, notSecret(`${block.hash} at height ${block.height}`));
}

/** Returns a hash of the genesis balances for `/v2/info`. */
function hashGenesis(balances: StacksNodeOptions['balances']): string {
  const lines = balances.map(({ principal, amount, locked }) => `${principal} ${amount + (locked?.amount ?? 0n)}\n`);
  return sha512_256(Buffer.from(lines.sort().join(''))).toString('hex');
}
