import { messageOf } from '../../base/error.js';
import type { BitcoinNode } from '../../bitcoin/node.js';
import type { BootContractsInfo, EngineOptions, ForkInfo, PoxLengths } from '../../stacks/engine.js';
import type { Fork } from '../../stacks/fork-source.js';
import type { GenesisContract } from '../../stacks/genesis-contract.js';
import type { BurnBlock, EpochTransition, NodeContract, StacksNode, StacksNodeOptions } from '../../stacks/node.js';
import { FIRST_BLOCKS, startStacksNode } from '../../stacks/node.js';
import { AUTH_TOKEN } from '../common/auth-token.js';
import { FIRST_SIGNER, SIGNER_STX } from '../common/boot-plan/network-keys.js';
import { MANAGER, MANAGER_CLARITY, MANAGER_SOURCE } from '../common/boot-plan/signer-manager.js';
import { bootBitcoin, grantFor } from './bitcoin-boot.js';
import { type BootContracts, readBootContracts } from './boot-contracts.js';
import { replaceSources } from './boot-sources.js';
import { genesisStore } from './genesis-store.js';
import { keptChain } from './kept-chain.js';
import { withOwnToken } from './own-token.js';
import { planSchedule, type Schedule } from './schedule.js';
import { planTransitions } from './transitions.js';

export type Nodes = {
  bitcoin: BitcoinNode;
  stacks: StacksNode;
  pox: PoxLengths;
  bootContracts: BootContractsInfo | undefined;
  fork: ForkInfo | undefined;
};

/** Starts both nodes. If one fails, closes the other. @throws DevnetError INVALID_INPUT, ABORTED */
export async function bootNodes(options: EngineOptions): Promise<Nodes> {
  const { onWarning } = options;
  const schedule = planSchedule(options);
  const height = schedule.ready;
  const transitions = planTransitions(options, height);
  const started = startBitcoin(options, height);
  const burnchain = started.then(({ headers }) => headers);
  const [bitcoin, stacks] = await Promise.allSettled([started, startStacks(options, { ...schedule, transitions }, burnchain)]);
  if (bitcoin.status === 'fulfilled' && stacks.status === 'fulfilled') {
    const { node, read, bootContracts } = stacks.value;
    // A start right after this one finds them, without that node.
    await read
      ?.keep()
      .catch((error) => onWarning?.(`Cannot keep the boot contracts, so every start reads them again: ${messageOf(error)}`));
    return {
      bitcoin: bitcoin.value.node,
      stacks: node,
      pox: poxOf(options, schedule),
      bootContracts: read && { url: read.url, contracts: bootContracts.map(({ contract }) => contract) },
      fork: options.fork && forkInfo(options.fork, height),
    };
  }
  await Promise.allSettled([
    bitcoin.status === 'fulfilled' ? bitcoin.value.node.close() : undefined,
    stacks.status === 'fulfilled' ? stacks.value.node.close() : undefined,
  ]);
  throw bitcoin.status === 'rejected' ? bitcoin.reason : stacks.status === 'rejected' ? stacks.reason : undefined;
}

/** The reward cycles by Bitcoin height. Those of a fork go on at the heights of its origin. */
function poxOf({ pox, fork }: EngineOptions, { firstBurnHeight }: Schedule): PoxLengths {
  if (fork === undefined) return { firstBurnHeight, ...pox };
  const { firstHeight, rewardLength, prepareLength } = fork.point.pox;
  return { firstBurnHeight: firstHeight, rewardLength, prepareLength };
}

/** @param bitcoinHeight at the boot */
function forkInfo({ url, point: { block, burn } }: Fork, bitcoinHeight: number): ForkInfo {
  return { url, height: block.height, bitcoinOffset: burn.height + FIRST_BLOCKS - bitcoinHeight };
}

async function startStacks(
  options: EngineOptions,
  { firstBurnHeight, epochHeights, transitions }: Schedule & { transitions: EpochTransition[] },
  burnchain: StacksNodeOptions['burnchain'],
): Promise<{ node: StacksNode; read: BootContracts | undefined; bootContracts: NodeContract[] }> {
  const {
    funding,
    sbtc,
    contracts = [],
    bootContracts: url,
    bootSources = [],
    pox,
    epoch,
    fork,
    readOnly,
    coverage,
    mining,
    eventObservers,
    cache,
    onProgress,
    onWarning,
    signal,
  } = options;
  const read = url === undefined ? undefined : await readBootContracts({ url, cache, signal, onProgress });
  const bootContracts = withOwnToken(replaceSources(read?.contracts ?? [], bootSources), { sbtc, epoch });
  const node = await startStacksNode({
    balances: funding.stacks,
    contracts: inOrderOfEpochs([...(sbtc?.contracts ?? []), ...contracts]),
    bootContracts,
    genesisStore: genesisStore(options),
    sbtcDeployer: sbtc?.deployer ?? fork?.point.pox.sbtcDeployer,
    fork,
    burnchain,
    epoch,
    pox: { ...pox, firstHeight: firstBurnHeight },
    epochHeights,
    transitions,
    signer: epoch === '4.0' && fork === undefined ? genesisSigner() : undefined,
    readOnly,
    coverage,
    mining: mining.stacks,
    eventObservers,
    authToken: AUTH_TOKEN,
    onWarning,
  });
  return { node, read, bootContracts };
}

/** The signer of a network of real nodes. Its key is the same on every machine. */
function genesisSigner(): StacksNodeOptions['signer'] {
  const manager = { name: MANAGER, source: MANAGER_SOURCE, clarityVersion: MANAGER_CLARITY };
  return { ...FIRST_SIGNER, balance: SIGNER_STX, manager };
}

/** Contracts without an epoch are deployed in the last one. */
function inOrderOfEpochs(contracts: readonly GenesisContract[]): GenesisContract[] {
  const rank = ({ epoch }: GenesisContract): number => (epoch === undefined ? Number.POSITIVE_INFINITY : Number(epoch));
  return contracts.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

async function startBitcoin(
  { funding, bitcoinFiles, bitcoinFork, cache, signal, onProgress, onWarning }: EngineOptions,
  height: number,
): Promise<{ node: BitcoinNode; headers: BurnBlock[] }> {
  const { createBitcoinNode } = await import('../../bitcoin/node.js');
  const kept = keptChain(cache, height, funding, bitcoinFork?.point.block.id);
  const grant = bitcoinFork && grantFor(funding);
  const chain = kept.read();
  const node = createBitcoinNode({ chain, files: bitcoinFiles, fork: bitcoinFork && { ...bitcoinFork, grant } });
  if (chain === undefined) {
    onProgress?.(`mining ${height - node.tip().height} Bitcoin blocks`);
    await bootBitcoin(node, height, funding, grant);
    const failure = signal?.aborted === true ? undefined : kept.write(node.exportChain());
    if (failure !== undefined)
      onWarning?.(`Cannot keep the Bitcoin blocks of the boot, so every start mines them again: ${messageOf(failure)}`);
  }
  const lowest = node.base().height;
  return { node, headers: Array.from({ length: height + 1 - lowest }, (_, at) => node.header(lowest + at)) };
}
