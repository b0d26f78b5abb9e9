import { DevnetError, messageOf } from '../../../base/error.js';
import type { EngineEvent } from '../../../stacks/engine.js';
import type { StacksChain } from '../../common/follow/stacks-chain.js';
import type { Conditions } from '../faults/conditions.js';
import type { Miner } from '../mining/miner.js';
import { confirmTransfer } from '../mining/probe.js';
import type { Network } from '../network/network.js';
import { missingInPreparePhase, nextCycle } from '../stacking/prepare-phase.js';
import { advise } from './advise.js';

export type Watchdog = {
  /** Returns the reason why no Stacks block is made; undefined without a stall. */
  stall(): string | undefined;
  stop(): Promise<void>;
};
export type WatchdogParts = {
  network: Network;
  miner: Miner;
  chain: StacksChain;
  conditions: Conditions;
  emit(event: EngineEvent): void;
};

/** Pause between checks in ms. */
const PAUSE = 500;
/** Time in ms of the services' clock after which a tenure that has not begun never begins. */
const TENURE = 6_000;
/**
 * Time in ms of the services' clock after which a pending transaction triggers a test transfer; the transaction itself may not be
 * minable yet.
 */
const WAITING = 8_000;
/** The number of blocks before a reward cycle at which its signers are known, and before a prepare phase at which they are checked. */
const SET_KNOWN = 2;

/**
 * Watches a running network: reports stalls with cause and remedy, and mines a Bitcoin block if a tenure did not begin, for example after
 * another client mined a Bitcoin block before the miner's new commit.
 */
export function watchNetwork({ network, miner, chain, conditions, emit }: WatchdogParts): Watchdog {
  const reported = new Set<string>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let tenure = { consensusHash: '', since: 0, cured: false };
  let transactions = { height: 0, since: 0 };
  let recorded: { cause: string; tip: object } | undefined;
  /** What the prepare phase before a reward cycle lacks, so that stacks-node makes no block in it. */
  let halt: { cycle: number; missing: string } | undefined;

  /** Reports a stall once for each `key`. @returns whether it was reported now */
  const report = (key: string, cause: string, remedy: string): boolean => {
    if (reported.has(key)) return false;
    reported.add(key);
    emit({ type: 'stall', cause, remedy });
    return true;
  };
  /** Records a stall that ends with the next Stacks block. */
  const recordStall = (cause: string): void => {
    recorded = { cause, tip: chain.tip() };
  };
  const cure = async (): Promise<void> => {
    await miner.mine(1).catch((error: unknown) => {
      report(`cure ${messageOf(error)}`, messageOf(error), advise(error, 'Close the network and start it again.'));
    });
  };
  const checkTenure = async (): Promise<void> => {
    const [sortition, info] = await Promise.all([network.stacks.sortition(), network.stacks.info()]);
    const { consensusHash, elected, burnHeight } = sortition;
    if (!elected || info.tipConsensusHash === consensusHash) return;
    if (tenure.consensusHash !== consensusHash) tenure = { consensusHash, since: network.clock.now(), cured: false };
    if (network.clock.now() - tenure.since <= TENURE) return;
    const { cycle, left } = nextCycle(network, burnHeight - 1);
    if (halt !== undefined && (cycle > halt.cycle || (cycle === halt.cycle && left <= network.options.pox.prepareLength))) {
      const cause = `the prepare phase before reward cycle ${halt.cycle} halted the chain: ${halt.missing}`;
      recordStall(cause);
      report(`halt ${halt.cycle}`, cause, 'Restore a snapshot from before that, or close the network and start it again.');
      return;
    }
    const cause =
      `Bitcoin block ${burnHeight} elected a Stacks miner, but its tenure does not begin: ` +
      "the block was mined before the miner's commit to the active tenure, or the signers do not answer";
    recordStall(cause);
    report(`tenure ${consensusHash}`, cause, 'One more Bitcoin block with a fresh commit is being mined.');
    // A running request waits for this tenure, too, and mines that block.
    if (miner.busy() || tenure.cured) return;
    tenure.cured = true;
    await cure();
  };
  const checkTransactions = async (): Promise<void> => {
    const { height } = chain.tip();
    if (chain.waiting().length === 0 || transactions.height !== height) {
      transactions = { height, since: network.clock.now() };
      return;
    }
    if (network.clock.now() - transactions.since < WAITING || miner.busy() || reported.has(`transactions ${height}`)) return;
    const { ends } = network.limits();
    const failure = await confirmTransfer(network).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined || chain.tip().height > height || ends.aborted) return;
    const cause = `no Stacks block contains the pending transactions: ${messageOf(failure)}`;
    recordStall(cause);
    if (report(`transactions ${height}`, cause, 'One more Bitcoin block is being mined, to begin another tenure.')) await cure();
  };
  const checkSet = async (): Promise<void> => {
    const { cycle, left } = nextCycle(network, chain.tip().burnHeight);
    if (left > SET_KNOWN || reported.has(`cycle ${cycle}`)) return;
    const signers = await network.stacks.signers(cycle);
    if (signers !== undefined && signers.length > 0) return;
    const remedy = 'Go back to a snapshot from before the prepare phase: without signers no block of that cycle is accepted.';
    report(`cycle ${cycle}`, `reward cycle ${cycle} has an empty reward set: no signer stacks for it`, remedy);
  };
  const checkPox5 = async (): Promise<void> => {
    const { cycle, left } = nextCycle(network, chain.tip().burnHeight);
    const { prepareLength } = network.options.pox;
    if (left < prepareLength || left > prepareLength + SET_KNOWN) return;
    const missing = await missingInPreparePhase(network, cycle);
    halt = missing === undefined ? undefined : { cycle, missing };
    if (missing === undefined) return;
    const remedy = 'Restore a snapshot, or correct it before the prepare phase, in which nothing corrects it.';
    report(`pox-5 ${cycle}`, `the next prepare phase will halt the chain: ${missing}`, remedy);
  };
  const check = async (): Promise<void> => {
    // The recovery reports services that ended.
    if (network.limits().ends.aborted) return;
    // What was requested is no stall, and what is pending may be so for long.
    if (conditions.isFaulty()) {
      transactions = { height: 0, since: 0 };
      tenure = { consensusHash: '', since: 0, cured: false };
      return;
    }
    try {
      await checkTenure();
      // One request may mine through the last blocks in which pox-5 takes stakes.
      await checkPox5();
      if (miner.busy()) return;
      await checkTransactions();
      await checkSet();
    } catch (error) {
      // The next check asks the node again.
      if (!(error instanceof DevnetError)) throw error;
    }
  };
  const run = (): void => {
    round = check().finally(() => {
      if (!stopped) timer = setTimeout(run, PAUSE);
    });
  };
  timer = setTimeout(run, PAUSE);

  return {
    stall: () => (recorded?.tip === chain.tip() ? recorded.cause : undefined),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
