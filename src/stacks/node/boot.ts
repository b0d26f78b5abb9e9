import { invalid } from '../../base/error.js';
import type { BootContract, BootedState } from '../../clarity/boot.js';
import type { ChainView } from '../../clarity/execution.js';
import { emptyState, type State, StateEditor } from '../../clarity/state.js';
import { parsePrincipal } from '../../clarity/values.js';
import { configurePox5 } from '../pox-5.js';
import type { Fork } from '../protocol/fork-source/reader.js';
import { chainView } from './chain/block/chain-view.js';
import { firstBlocks } from './chain/block/first-blocks.js';
import { type Epoch, findEpoch } from './chain/epoch.js';
import { type Network, networkOf } from './chain/network.js';
import { chainEpochs, firstPox5Cycle, type PoxRules, poxRules, poxUnlockHeights } from './chain/pox/pox.js';
import { Ledger } from './chain/state/ledger.js';
import { type ChainState, createState } from './chain/state/state.js';
import { creditBalances } from './clarity/balances.js';
import { bootSupply, isPublished } from './clarity/boot/boot-contracts.js';
import { bootContracts, bootState, type ContractOptions, type NodeContract } from './clarity/boot/boot-state.js';
import { planSigning, type Signing } from './clarity/boot/genesis-signer.js';
import { sip031 } from './clarity/boot/sip-031.js';
import { ClarityVm } from './clarity/clarity-vm.js';
import type { ForkSourceChain } from './clarity/fork-source/chain.js';
import { openForkSource } from './clarity/fork-source/open.js';
import { forkState, genesisState, validateGenesis } from './clarity/genesis.js';
import { deployError } from './clarity/not-deployed.js';
import { createRulesOf } from './clarity/rules.js';
import { type Burnchain, forkedBurnchain, wholeBurnchain } from './fork-burnchain.js';
import type { Genesis } from './past-blocks.js';
import { type GenesisFile, genesisFile } from './state-file/genesis.js';
import type { BurnBlock, StacksNodeOptions } from './types.js';

/** `genesis` is all that the chain began with besides boot contracts. */
export type Booted = { state: ChainState; burnchain: Burnchain; genesis: Genesis };

/** What a chain continues: its boot contracts, or a running network. */
type Beginning = {
  boot?: BootedState | undefined;
  forkSource?: ForkSourceChain | undefined;
  genesis: Genesis;
  /** Who signs from the beginning. @default nobody */
  signing?: Signing | undefined;
  /** The state without anything of this chain. */
  before: State;
  /** Returns the state with which the chain begins. @param chain what contracts see that are deployed there */
  state(chain: () => ChainView): Promise<State>;
  /** Returns its file in the cache. @param tip the last Bitcoin block so far @default no cache */
  file?: ((tip: BurnBlock) => GenesisFile) | undefined;
};

type Surroundings = { epoch: Epoch; network: Network; vm: ClarityVm; rules: PoxRules; contractOptions: ContractOptions };

/**
 * Starts the chain at the last Bitcoin block.
 * @throws DevnetError INVALID_INPUT for options that cannot be, ORIGIN if the network to fork does not answer, or what `burnchain`
 * rejects with
 */
export async function boot(options: StacksNodeOptions): Promise<Booted> {
  validateGenesis(options);
  const { fork } = options;
  const { point } = fork ?? {};
  const epoch = findEpoch(point?.epoch ?? options.epoch);
  const network = networkOf(point?.networkId);
  const pox = point?.pox ?? options.pox;
  const { transitions = [], epochHeights: own } = options;
  const rules = poxRules({ epoch, transitions, pox, bootAddress: network.bootAddress, own, fork: point });
  const { v1, v2, v3, v4 } = poxUnlockHeights(rules.spans);
  const unlockHeights = { 1: v1, 2: v2, 3: v3, 4: v4 };
  const vm = new ClarityVm({ network, unlockHeights, coverage: options.coverage === true, deadline: options.maxExecutionTime });
  const contractOptions: ContractOptions = {
    bootAddress: network.bootAddress,
    pox: { ...pox, firstPox5Cycle: firstPox5Cycle(rules) },
    replaced: options.bootContracts,
    startOf: (id) => rules.spans.find((span) => span.epoch.id === id)?.start ?? 0,
  };
  const surroundings = { epoch, network, vm, rules, contractOptions };
  const beginning = fork === undefined ? beginAlone(options, surroundings) : beginFork(options, fork, surroundings);
  const blocks = await options.burnchain;
  const tip = blocks.at(-1);
  const file = tip && beginning.file?.(tip);
  const kept = await file?.read();
  const burnchain = point === undefined ? wholeBurnchain(blocks, kept?.sortitions) : forkedBurnchain(point, blocks);

  const sbtcDeployer = sbtcDeployerOf(options);
  const epochs = chainEpochs(rules, { first: epoch, tip: burnchain.path.tip.height });
  const laterContracts = epochs.length === 1 ? [] : contractsAfter(epoch, contractOptions, sbtcDeployer);

  const chainOf = (state: State): ChainState => {
    const { boot, forkSource, signing } = beginning;
    const { chosen } = signing ?? {};
    const first = firstBlocks(burnchain.path, { state, fork: point, network, epochs, pox, chosen, records: kept?.records });
    const fixed = {
      epochs,
      laterContracts,
      network,
      pox,
      poxRules: rules,
      sbtcDeployer,
      vm,
      boot,
      forkSource,
      fork: point,
      firstTip: first.tip,
    };
    return createState(fixed, burnchain.path, Ledger.of(first));
  };
  // Contracts see the chain that begins with their deploy.
  const seen = (): ChainView => {
    const before = chainOf(beginning.before);
    return chainView(before, before.firstTip);
  };
  const initial = kept?.state ?? (await beginning.state(seen));
  const state = chainOf(initial);
  if (kept === undefined) {
    await file?.write({ state: initial, sortitions: burnchain.path.links(), blocks: state.ledger.blocks() });
  }
  return { state, burnchain, genesis: beginning.genesis };
}

function beginAlone(options: StacksNodeOptions, { epoch, network, vm, rules, contractOptions }: Surroundings): Beginning {
  const { pox, contracts, signer } = options;
  const store = options.coverage === true ? undefined : options.genesisStore;
  const given = options.balances.reduce((sum, { amount, locked }) => sum + amount + (locked?.amount ?? 0n), signer?.balance ?? 0n);
  const supply = { genesis: given, added: bootSupply(epoch.name) };
  const signing = signer && planSigning(signer, { network, pox, rules, supply });
  const boot = bootState({ ...contractOptions, epoch: epoch.name, signing, rulesOf: vm.rulesOf });
  const last = options.transitions?.at(-1)?.epoch;
  requireDeployed(last === undefined ? boot : bootState({ ...contractOptions, epoch: last, rulesOf: vm.rulesOf }), options.bootContracts);
  const miner = parsePrincipal(network.producerAddress);
  const balances = signing === undefined ? options.balances : [...options.balances, signing.balance];
  return {
    boot,
    signing,
    genesis: { balances, contracts },
    before: emptyState(boot),
    state: async (chain) => genesisState({ balances, contracts, epoch: epoch.name, pox }, boot, { vm, miner, chain: chain() }),
    file:
      store &&
      (({ height, hash, previousHash, time }) => {
        const inputs = [network.chainId, pox, rules.spans, signer, balances, contracts, { height, hash, previousHash, time }];
        return genesisFile({ store, inputs, boot, epoch: epoch.name, rulesOf: vm.rulesOf });
      }),
  };
}

function beginFork(options: StacksNodeOptions, fork: Fork, { epoch, network, vm }: Surroundings): Beginning {
  const given = new StateEditor(emptyState());
  creditBalances(given, options.balances, epoch.name);
  // What restores a contract is not executed by anybody: coverage does not count it.
  const { inherited, chain: forkSource } = openForkSource(fork, { epoch, rulesOf: createRulesOf(network), given });
  const miner = parsePrincipal(network.producerAddress);
  const paid = [miner, ...[network.bootAddress, sip031(network)].map(parsePrincipal)];
  return {
    forkSource,
    genesis: options,
    before: emptyState(inherited),
    state: (chain) => forkState({ contracts: options.contracts, epoch: epoch.name }, { inherited, paid }, { vm, miner, chain: chain() }),
  };
}

/** The boot contracts of later epochs; pox-5 pays in the network's own sBTC. */
function contractsAfter({ name }: Epoch, options: ContractOptions, sbtcDeployer: string): BootContract[] {
  return bootContracts(options)
    .filter(({ epoch }) => !isPublished(epoch, name))
    .map((contract) =>
      contract.id.name === 'pox-5' ? { ...contract, source: configurePox5(contract.source, { sbtcDeployer }) } : contract,
    );
}

/** The deployer of sBTC that a node names without a configuration (`SBTC_TOKEN_TESTNET_CONTRACT` of stacks-core). */
const UNKNOWN_SBTC = 'SN69P7RZRKK8ERQCCABHT2JWKB2S4DHH9H74231T';

function sbtcDeployerOf({ sbtcDeployer, bootContracts }: StacksNodeOptions): string {
  const token = bootContracts?.find(({ contract }) => contract.endsWith('.sbtc-token'));
  return sbtcDeployer ?? token?.contract.split('.')[0] ?? UNKNOWN_SBTC;
}

/** Contracts of this package are deployed when something asks for them; those of others may be wrong. @throws DevnetError INVALID_INPUT */
function requireDeployed(booted: BootedState, contracts: readonly NodeContract[] = []): void {
  for (const { contract, file } of contracts) {
    try {
      booted.contract(parsePrincipal(contract));
    } catch (error) {
      if (file !== undefined) throw invalid(file, 'a boot contract that can be deployed', deployError(error), 'Correct the contract.');
      const problem = `${contract}: ${deployError(error)}`;
      throw invalid('bootContracts', 'the boot contracts of a Stacks node, sources that can be deployed', problem);
    }
  }
}
