/** The chains of the nodes, as the nodes report them. */
export type Chains = {
  /** Core's name of the chain: `regtest`, `signet`, `test`, `testnet4` or `main`. */
  bitcoin: string;
  /** `network_id` and `parent_network_id` of the Stacks node: its chain id, and the magic number of the Bitcoin chain that it follows. */
  stacks: { networkId: number; parentNetworkId: number };
};

/** The chain id of Stacks mainnet (SIP-005), and the magic number of Bitcoin's main network. */
const STACKS_MAINNET = 1;
const BITCOIN_MAINNET = 0xd9b4bef9;

/** Bitcoin's regtest and a Stacks test network on it. */
export const REGTEST: Chains = { bitcoin: 'regtest', stacks: { networkId: 0x80000000, parentNetworkId: 0xdab5bffa } };

/** Whether coins of either chain have value. One sign of mainnet is enough. */
export function isMainnet({ bitcoin, stacks }: Chains): boolean {
  return bitcoin === 'main' || stacks.networkId === STACKS_MAINNET || stacks.parentNetworkId === BITCOIN_MAINNET;
}
