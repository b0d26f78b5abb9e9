/** Forms that differ from those of stacks-node 4.0.2, with the reason. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  'interface of sip-031': 'the contract is written for this project: its constants and private functions have other names',
  'source of sip-031': 'the contract is written for this project',
  'first burn block of a cycle': 'no stacker commits Bitcoin, so the block pays no rewards',
  'genesis block': 'there is no block below the first',
  'sortition 1': 'every Bitcoin block elects the miner',
  'replicas of signers-0-0': 'the node has no address for peers',
};
