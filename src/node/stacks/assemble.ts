import { sha512_256 } from '../../chains/stacks/codec/hash.js';
import { originAddress } from '../../chains/stacks/codec/transaction/transaction.js';
import { DevnetError, invalid } from '../../error.js';
import { createMutex } from '../../mutex.js';
import { warnOfHeaders } from './bitcoin-headers.js';
import { type Booted, boot } from './boot.js';
import { blockReceipts, tipOf } from './chain/block/receipts.js';
import { findEpoch, isNakamoto } from './chain/epoch.js';
import { epochSpans, poxUnlockHeights } from './chain/pox/pox.js';
import { signersToChoose } from './chain/pox/signer-set.js';
import { createPast } from './chain/production/past.js';
import { type BlockRequest, hasMinable } from './chain/production/produce.js';
import { produceWithRecovery } from './chain/production/produce-with-recovery.js';
import { recoverVm } from './chain/production/recover.js';
import { rewind } from './chain/production/rewind.js';
import { contractInterface } from './chain/state/contracts.js';
import { nextSortition, type Sortition } from './chain/state/sortition.js';
import { forkState } from './chain/state/state.js';
import { admit } from './mempool/admit.js';
import { createSchedule } from './mining.js';
import { createDispatcher } from './observers/dispatcher.js';
import { newBlockPayload, newBurnBlockPayload } from './observers/payloads.js';
import type { RpcNode } from './rpc/node.js';
import { respond } from './rpc/respond.js';
import { startServer } from './rpc/server.js';
import { captureSnapshot, restoreSnapshot } from './snapshot.js';
import type { BurnBlock, StacksNode, StacksNodeEvent, StacksNodeOptions } from './types.js';
import type { VmBoot } from './vm-boot.js';

/** Boots the chain around a VM that starts meanwhile, and puts the node together. */
export async function bootNode(options: StacksNodeOptions, vmBoot: VmBoot): Promise<StacksNode> {
  const node = await assembleNode(options, await boot(options, vmBoot));
  for (const { deployer, name, source } of options.contracts ?? []) {
    warnOfHeaders(`${deployer}.${name}`, source, (message) => options.onWarning?.(message));
  }
  return node;
}

/** How many transactions of one account may wait before the next one's sender does, in `auto`; a node refuses the 28th. */
const BACKLOG = 16;

/** Puts a node together around a chain. */
async function assembleNode(options: StacksNodeOptions, { state, curve }: Booted): Promise<StacksNode> {
  const epoch = findEpoch(options.epoch);
  const unlocks = poxUnlockHeights(epochSpans(epoch));
  const listeners = new Set<(event: StacksNodeEvent) => void>();
  const mutex = createMutex();
  const servers = new Set<() => Promise<void>>();
  const { ledger, sortitions } = state;
  const past = createPast(state);
  const warn = (message: string) => options.onWarning?.(message);
  const observers = createDispatcher(options.eventObservers, warn);
  let closing: Promise<void> | undefined;

  function emit(event: StacksNodeEvent): void {
    for (const listener of listeners) listener(event);
  }

  type Drop = { detail?: string; replacedBy?: string; announced?: boolean };

  function drop(txid: string, reason: string, { detail, replacedBy, announced = true }: Drop): void {
    const heir = replacedBy === undefined ? undefined : `0x${replacedBy}`;
    emit({ type: 'mempool-dropped', txid: `0x${txid}`, reason, detail, replacedBy: heir });
    if (!announced) return;
    observers.send('/drop_mempool_tx', {
      dropped_txids: [`0x${txid}`],
      reason,
      new_txid: heir ?? null,
    });
  }

  async function produce(request: BlockRequest = {}): Promise<void> {
    const { block: made, executed, dropped, deployed } = await produceWithRecovery(state, request, warn);
    for (const { entry, reason, detail } of dropped) drop(entry.transaction.txid, reason, { detail });
    const receipts = blockReceipts(executed);
    emit({ type: 'block', tip: tipOf(made), receipts });
    if (deployed !== undefined) warnOfHeaders(deployed.contract, deployed.source, warn);
    if (!observers.active) return;
    const found = deployed && (await contractInterface(state, deployed.contract));
    observers.send('/new_block', newBlockPayload(made, receipts, found && { txid: deployed.txid, contractInterface: found }, unlocks));
  }

  const schedule = createSchedule({
    drain: () =>
      exclusive(async () => {
        while (schedule.mode() === 'auto' && hasMinable(state)) await produce();
      }),
    mine: () =>
      exclusive(async () => {
        if (isNakamoto(epoch)) await produce();
      }),
    onError: (error) => {
      if (closing === undefined) warn(`no Stacks block could be made: ${error instanceof Error ? error.message : String(error)}`);
    },
  });

  function requireNakamoto(): void {
    if (isNakamoto(epoch)) return;
    const hint = 'mine a Bitcoin block';
    throw new DevnetError('UNSUPPORTED', `in epoch ${epoch.name} Stacks blocks come with Bitcoin blocks only`, { hint });
  }

  async function beginTenure(sortition: Sortition): Promise<void> {
    sortitions.push(sortition);
    if (observers.active) observers.send('/new_burn_block', newBurnBlockPayload(sortition));
    // a branch that leaves the chain below the first block has no tenures until it is as long as the VM's history
    if (sortition.height <= ledger.first.sortition.height) return;
    await produce({ tenure: sortition });
    const chosen = await signersToChoose(state);
    // the VM writes them in a block that begins no tenure
    if (chosen !== undefined) await produce({ chosen });
    if (schedule.mode() !== 'manual') return;
    // what waited for this tenure: deploys need blocks of their own after its first
    while (hasMinable(state)) await produce();
  }

  const rpc: RpcNode = {
    state,
    past,
    epoch,
    curve,
    authToken: options.authToken,
    genesisHash: hashGenesis(options.balances),
    recover: () => exclusive(async () => undefined),
    async submit(transaction) {
      // who sends faster than blocks are made waits for them, and is not refused for being ahead
      if (schedule.mode() === 'auto' && state.pool.waiting(originAddress(transaction)) >= BACKLOG) await exclusive(async () => undefined);
      const admission = await admit(state, transaction, { epoch, curve });
      const { txid, raw } = transaction;
      if (admission.status === 'rejected') emit({ type: 'mempool-rejected', txid: `0x${txid}`, ...admission.rejection });
      if (admission.status !== 'added') return admission;
      // of one that takes the places of two, its origin's and its sponsor's, a node tells of the first
      for (const [place, prior] of admission.replaced.entries()) {
        drop(prior.transaction.txid, admission.reason, { replacedBy: txid, announced: place === 0 });
      }
      emit({ type: 'mempool-added', txid: `0x${txid}` });
      if (observers.active) observers.send('/new_mempool_tx', [`0x${raw.toString('hex')}`]);
      schedule.notify();
      return admission;
    },
  };

  async function closeAll(): Promise<void> {
    schedule.close();
    observers.close();
    await Promise.all([...servers].map((close) => close()));
    await past.close();
    await state.vm.close();
    listeners.clear();
  }

  /** Runs after whatever is under way; refused once the node closes. */
  function exclusive<T>(task: () => Promise<T>): Promise<T> {
    if (closing !== undefined) return Promise.reject(new DevnetError('NOT_READY', 'the Stacks node is closed'));
    return mutex.run(async () => {
      await recoverVm(state);
      return task();
    });
  }

  await schedule.set(options.mining);
  const node: StacksNode = {
    tip: () => tipOf(ledger.tip),
    async burnBlock(block) {
      await exclusive(async () => {
        requireSuccessor(sortitions.tip, block);
        await beginTenure(nextSortition(sortitions.tip, block));
      });
      schedule.notify();
    },
    async burnReorg(forkHeight) {
      await exclusive(async () => {
        const before = ledger.tip;
        await rewind(state, forkHeight);
        if (ledger.tip !== before) emit({ type: 'reorg', forkHeight: ledger.tip.height, tip: tipOf(ledger.tip) });
      });
      schedule.notify();
    },
    mine: () =>
      exclusive(async () => {
        requireNakamoto();
        await produce();
        return tipOf(ledger.tip);
      }),
    setMining: (mode) => schedule.set(mode),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => exclusive(() => captureSnapshot(state)),
    async restore(snapshot) {
      await exclusive(() => restoreSnapshot(state, snapshot));
      schedule.notify();
    },
    fork: () =>
      exclusive(async () => {
        const forked = forkState(state, await state.vm.fork());
        return assembleNode({ ...options, mining: schedule.mode(), eventObservers: [] }, { state: forked, curve });
      }),
    async listen(address) {
      const server = await startServer(rpc, address);
      const close = () => {
        servers.delete(close);
        return server.close();
      };
      servers.add(close);
      return { url: server.url, close };
    },
    async ask(question) {
      if (closing !== undefined) throw new DevnetError('NOT_REACHABLE', 'the Stacks node is closed');
      return respond(rpc, question);
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
  return node;
}

/** Each Bitcoin block must follow the one before: a gap would make heights and tenures disagree for good. */
function requireSuccessor({ height, burn }: Sortition, block: BurnBlock): void {
  if (block.height === height + 1 && block.previousHash === burn.hash) return;
  throw invalid('block', `the Bitcoin block after ${burn.hash} at height ${height}`, `${block.hash} at height ${block.height}`);
}

/** What stands for the balances at genesis in `/v2/info`. */
function hashGenesis(balances: StacksNodeOptions['balances']): string {
  const lines = balances.map(({ principal, amount }) => `${principal} ${amount}\n`);
  return sha512_256(Buffer.from(lines.sort().join(''))).toString('hex');
}
