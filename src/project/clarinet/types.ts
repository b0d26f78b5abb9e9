/** A Clarinet project as a network deploys it. Every value is checked. */
export type Project = {
  /** The absolute path of the folder with `Clarinet.toml`. */
  root: string;
  /** `project.name` of `Clarinet.toml`. */
  name: string;
  /** The absolute path of the cache, which has a folder `requirements`. */
  cacheDir: string;
  /** `[accounts]` of `settings/Devnet.toml`, in the order of the file. One of them is `deployer`. */
  accounts: readonly ProjectAccount[];
  /** The project's own contracts in the order of their deployment. */
  contracts: readonly ProjectContract[];
  /** Contracts of other projects, also those that only requirements need, in the order of their deployment: before all `contracts`. */
  requirements: readonly ProjectRequirement[];
  /** The ids of contracts that the project needs and the network provides: those of sBTC. */
  provided: readonly string[];
  /** `[project.override_boot_contracts_source]` of `Clarinet.toml`: sources that replace those of boot contracts. */
  bootContracts: readonly ProjectBootContract[];
  /** `[[devnet.pox_stacking_orders]]` of `settings/Devnet.toml`. */
  stackingOrders: readonly StackingOrder[];
  /** `network.deployment_fee_rate` of `settings/Devnet.toml`: micro-STX for a byte of a transaction. */
  deploymentFeeRate: bigint;
};

/** One account of `settings/Devnet.toml`. */
export type ProjectAccount = {
  /** The name of its table, for example `deployer`, `wallet_1` or `alice`. */
  label: string;
  /** BIP39 words. */
  mnemonic: string;
  /** The BIP32 path of its key, for example `m/44'/5757'/0'/0/0`. */
  derivation: string;
  /** Its testnet address on Stacks. */
  address: string;
  /** Its private key: 32 bytes of hex. */
  privateKey: string;
  /** Micro-STX at genesis. */
  balance: bigint;
  /** Sats of sBTC at genesis. */
  sbtcBalance: bigint;
};

/** A contract of the project. */
export type ProjectContract = {
  /** Its principal on this network: the address of its deployer, a dot and its name. */
  id: string;
  name: string;
  /** The label of the account that deploys it. */
  deployer: string;
  /** Its file, relative to the root of the project, with `/` between folders. */
  path: string;
  /** What a devnet deploys: the file without the code that `#[env(simnet)]` marks. */
  source: string;
  /** For example `2.05` or `3.0`. */
  epoch: ClarityEpoch;
  clarityVersion: number;
  /** The ids of the contracts that must exist before it, requirements included. */
  dependencies: readonly string[];
};

/** A boot contract with a source of the project. */
export type ProjectBootContract = {
  /** For example `pox-4`. */
  name: string;
  /** Its file, relative to the root of the project, with `/` between folders. */
  path: string;
  source: string;
};

/** A contract of another project, as `project.requirements` or another requirement names it. */
export type ProjectRequirement = {
  /** Its principal where it comes from, usually mainnet: `SP….name`. */
  contractId: string;
  /** The absolute path of its source in the cache. */
  path: string;
  source: string;
  epoch: ClarityEpoch;
  clarityVersion: number;
  /** The ids of the requirements that must exist before it. */
  dependencies: readonly string[];
};

/** One entry of `[[devnet.pox_stacking_orders]]`. */
export type StackingOrder = {
  startAtCycle: number;
  /** How many reward cycles. */
  duration: number;
  /** The label of the account that stacks. */
  wallet: string;
  /** How many times the minimum of the next cycle. */
  slots: number;
  btcAddress: string;
  autoExtend: boolean;
};

/** The epochs that a contract may have, ascending. */
export const clarityEpochs = ['2.0', '2.05', '2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0'] as const;
/** One of {@link clarityEpochs}. */
export type ClarityEpoch = (typeof clarityEpochs)[number];
