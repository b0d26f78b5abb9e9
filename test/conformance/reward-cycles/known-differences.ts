/** Forms that differ from those of stacks-node 4.0.2, with the reason. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  'interface of costs-4': "the VM's copy is older: four functions are missing",
  'source of costs-4': "the VM's copy is older",
  'source of pox-2': "the VM's copy has other comments",
  'source of pox-3': "the VM's copy has one blank less",
  'interface of sip-031': 'the VM does not have this contract',
  'source of sip-031': 'the VM does not have this contract',
  'first burn block of a cycle': 'no stacker commits Bitcoin, so the block pays no rewards',
  'genesis block': 'there is no block below the first',
  'sortition 1': 'every Bitcoin block elects the miner',
  'replicas of signers-0-0': 'the node has no address for peers',
};
