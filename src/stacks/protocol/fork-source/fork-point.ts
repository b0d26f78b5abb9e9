/**
 * The block of a running network from which a fork continues, and what the network is. Hashes are hex without 0x, times seconds since 1970.
 */
export type ForkPoint = {
  /** The network's `network_id`, which is the chain id of transactions. 1 is mainnet. */
  readonly networkId: number;
  /** Of the block; for example `3.4`. */
  readonly epoch: string;
  readonly block: {
    readonly height: number;
    /** The index block hash. */
    readonly id: string;
    readonly blockHash: string;
    readonly consensusHash: string;
    readonly time: number;
    readonly tenureHeight: number;
  };
  /** The Bitcoin block of the block's tenure. */
  readonly burn: { readonly height: number; readonly hash: string; readonly time: number };
  readonly pox: ForkPox;
};

/** The PoX rules of a network; heights are those of Bitcoin blocks. */
export type ForkPox = {
  readonly firstHeight: number;
  readonly rewardLength: number;
  readonly prepareLength: number;
  /** When each epoch begins, in order. */
  readonly epochs: readonly { /** As the node names it, for example `Epoch34`. */ readonly id: string; readonly start: number }[];
  readonly contracts: readonly { readonly id: string; readonly activation: number; readonly firstCycle: number }[];
  /** The address that has the contracts of sBTC. */
  readonly sbtcDeployer: string | undefined;
};
