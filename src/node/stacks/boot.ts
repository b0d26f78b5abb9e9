import type { BootOrigin } from '../../clarity/boot/boot-origin.js';
import { emptyState, type State } from '../../clarity/state/state.js';
import { parsePrincipal } from '../../clarity/values/principal.js';
import { invalid } from '../../error.js';
import { chainView } from './chain/block/chain-view.js';
import { firstBlocks } from './chain/block/first-blocks.js';
import { findEpoch } from './chain/epoch.js';
import { networkOf } from './chain/network.js';
import { firstPox5Cycle, poxRules, poxUnlockHeights } from './chain/pox/pox.js';
import { type ChainState, createState } from './chain/state/state.js';
import { bootState, type NodeContract } from './clarity/boot/boot-state.js';
import { ClarityVm } from './clarity/clarity-vm.js';
import { genesisState, validateGenesis } from './clarity/genesis.js';
import { deployError } from './clarity/not-deployed.js';
import { type Burnchain, wholeBurnchain } from './fork-burnchain.js';
import type { StacksNodeOptions } from './types.js';

export type Booted = { state: ChainState; burnchain: Burnchain };

/**
 * Starts the chain at the last Bitcoin block.
 * @throws DevnetError INVALID_INPUT for options that cannot be, or what `burnchain` rejects with
 */
export async function boot(options: StacksNodeOptions): Promise<Booted> {
  validateGenesis(options);
  const { pox, bootContracts, balances, contracts = [] } = options;
  const epoch = findEpoch(options.epoch);
  const network = networkOf();
  const rules = poxRules(epoch, pox, undefined);
  const { v1, v2, v3, v4 } = poxUnlockHeights(rules.spans);
  const unlockHeights = { 1: v1, 2: v2, 3: v3, 4: v4 };
  const vm = new ClarityVm({ network, unlockHeights, coverage: options.coverage === true });
  const lengths = { ...pox, firstPox5Cycle: firstPox5Cycle(epoch, pox.rewardLength) };
  const { bootAddress } = network;
  const startOf = (id: string) => rules.spans.find((span) => span.epoch.id === id)?.start ?? 0;
  const origin = bootState({ bootAddress, epoch: epoch.name, pox: lengths, replaced: bootContracts, startOf, rulesOf: vm.rulesOf });
  requireDeployed(origin, bootContracts);
  const burnchain = wholeBurnchain(await options.burnchain);

  const chainOf = (state: State): ChainState => {
    const blocks = firstBlocks(burnchain.path, { state, fork: undefined, network });
    const fixed = { epoch, network, pox, poxRules: rules, vm, boot: origin, firstTip: blocks.tip };
    return createState(fixed, burnchain.path, blocks);
  };
  // Contracts see the chain that begins with their deploy.
  const before = chainOf(emptyState(origin));
  const chain = chainView(before, before.firstTip);
  const state = genesisState(
    { balances, contracts, epoch: epoch.name, pox },
    { origin, miner: parsePrincipal(network.minerAddress), vm, chain, unlockHeights },
  );
  return { state: chainOf(state), burnchain };
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
