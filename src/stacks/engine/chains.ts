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

/** Whether coins of either chain have value. One sign of mainnet is enough, unless the node is a fork. */
export function isMainnet({ bitcoin, stacks }: Chains): boolean {
  if (bitcoin === 'main' || stacks.parentNetworkId === BITCOIN_MAINNET) return true;
  return stacks.networkId === STACKS_MAINNET && !isMainnetFork(stacks);
}

/** Whether a node continues mainnet on this machine: no node of mainnet follows Bitcoin's regtest. */
function isMainnetFork({ networkId, parentNetworkId }: Chains['stacks']): boolean {
  return networkId === STACKS_MAINNET && parentNetworkId === REGTEST.stacks.parentNetworkId;
}

/** Whether addresses and transactions of the Stacks chain are those of mainnet. */
export function hasMainnetAddresses({ networkId }: Pick<Chains['stacks'], 'networkId'>): boolean {
  return networkId === STACKS_MAINNET;
}
