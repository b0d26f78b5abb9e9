import type { Fork } from '../../chains/stacks/origin/origin-reader.js';
import type { BootOrigin } from '../../clarity/boot/boot-origin.js';
import type { ChainView } from '../../clarity/execution/chain-view.js';
import { emptyState, type State, StateEditor } from '../../clarity/state/state.js';
import { parsePrincipal } from '../../clarity/values/principal.js';
import type { PrincipalValue } from '../../clarity/values/value.js';
import { invalid } from '../../error.js';
import { chainView } from './chain/block/chain-view.js';
import { firstBlocks } from './chain/block/first-blocks.js';
import { type Epoch, findEpoch } from './chain/epoch.js';
import { type Network, networkOf } from './chain/network.js';
import { firstPox5Cycle, type PoxRules, poxRules, poxUnlockHeights } from './chain/pox/pox.js';
import { type ChainState, createState } from './chain/state/state.js';
import { creditBalances } from './clarity/balances.js';
import { bootState, type NodeContract } from './clarity/boot/boot-state.js';
import { ClarityVm } from './clarity/clarity-vm.js';
import { forkState, genesisState, validateGenesis } from './clarity/genesis.js';
import { deployError } from './clarity/not-deployed.js';
import { openOrigin } from './clarity/origin/open-origin.js';
import type { OriginChain } from './clarity/origin/origin-chain.js';
import { createRulesOf } from './clarity/rules.js';
import { type Burnchain, forkedBurnchain, wholeBurnchain } from './fork-burnchain.js';
import type { StacksNodeOptions } from './types.js';

export type Booted = { state: ChainState; burnchain: Burnchain };

/** What a chain continues: its boot contracts, or a running network. */
type Beginning = {
  boot?: BootOrigin | undefined;
  origin?: OriginChain | undefined;
  /** The state without anything of this chain. */
  before: State;
  /** Returns the state with which the chain begins. @param chain what contracts see that are deployed there */
  state(chain: ChainView): Promise<State>;
};

type Surroundings = { epoch: Epoch; network: Network; vm: ClarityVm; spans: PoxRules['spans'] };

/**
 * Starts the chain at the last Bitcoin block.
 * @throws DevnetError INVALID_INPUT for options that cannot be, ORIGIN if the network to fork does not answer, or what `burnchain` rejects with
 */
export async function boot(options: StacksNodeOptions): Promise<Booted> {
  validateGenesis(options);
  const { fork } = options;
  const { point } = fork ?? {};
  const epoch = findEpoch(point?.epoch ?? options.epoch);
  const network = networkOf(point?.networkId);
  const pox = point?.pox ?? options.pox;
  const rules = poxRules(epoch, pox, point);
  const { v1, v2, v3, v4 } = poxUnlockHeights(rules.spans);
  const unlockHeights = { 1: v1, 2: v2, 3: v3, 4: v4 };
  const vm = new ClarityVm({ network, unlockHeights, coverage: options.coverage === true });
  const surroundings = { epoch, network, vm, spans: rules.spans };
  const beginning = fork === undefined ? beginAlone(options, surroundings) : beginFork(options, fork, surroundings);
  const blocks = await options.burnchain;
  const burnchain = point === undefined ? wholeBurnchain(blocks) : forkedBurnchain(point, blocks);

  const chainOf = (state: State): ChainState => {
    const first = firstBlocks(burnchain.path, { state, fork: point, network });
    const { boot, origin } = beginning;
    const fixed = { epoch, network, pox, poxRules: rules, vm, boot, origin, fork: point, firstTip: first.tip };
    return createState(fixed, burnchain.path, first);
  };
  // Contracts see the chain that begins with their deploy.
  const before = chainOf(beginning.before);
  return { state: chainOf(await beginning.state(chainView(before, before.firstTip))), burnchain };
}

function beginAlone(options: StacksNodeOptions, { epoch, network, vm, spans }: Surroundings): Beginning {
  const { pox, bootContracts } = options;
  const lengths = { ...pox, firstPox5Cycle: firstPox5Cycle(epoch, pox.rewardLength) };
  const { bootAddress } = network;
  const startOf = (id: string) => spans.find((span) => span.epoch.id === id)?.start ?? 0;
  const boot = bootState({ bootAddress, epoch: epoch.name, pox: lengths, replaced: bootContracts, startOf, rulesOf: vm.rulesOf });
  requireDeployed(boot, bootContracts);
  const miner = parsePrincipal(network.minerAddress);
  return {
    boot,
    before: emptyState(boot),
    state: async (chain) => genesisState({ ...options, epoch: epoch.name }, boot, { vm, miner, chain }),
  };
}

function beginFork(options: StacksNodeOptions, fork: Fork, { epoch, network, vm }: Surroundings): Beginning {
  const given = new StateEditor(emptyState());
  creditBalances(given, options.balances, epoch.name);
  // What restores a contract is not executed by anybody: coverage does not count it.
  const { origin, chain: originChain } = openOrigin(fork, { epoch, rulesOf: createRulesOf(network), given });
  const [miner, bootAddress] = [network.minerAddress, network.bootAddress].map(parsePrincipal) as [PrincipalValue, PrincipalValue];
  return {
    origin: originChain,
    before: emptyState(origin),
    state: (chain) =>
      forkState({ contracts: options.contracts, epoch: epoch.name }, { origin, paid: [miner, bootAddress] }, { vm, miner, chain }),
  };
}

/** Contracts of this package are deployed when something asks for them; those of others may be wrong. @throws DevnetError INVALID_INPUT */
function requireDeployed(origin: BootOrigin, contracts: readonly NodeContract[] = []): void {
  for (const { contract } of contracts) {
    try {
      origin.contract(parsePrincipal(contract));
    } catch (error) {
      const problem = `${contract}: ${deployError(error)}`;
      throw invalid('bootContracts', 'the boot contracts of a Stacks node, sources that can be deployed', problem);
    }
  }
}
