/** Where the embedded node answers the second conversation otherwise than stacks-node 4.0.2, by name of the case, with the reason. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  'ro-sender-contract [exact]': 'the VM takes accounts for the sender of a read-only call, no contracts',
  'ro-sender-sponsor [exact]': 'tx-sponsor? is always none in the VM',
  'ro-too-many-reads-by-far [exact]': 'the VM tells what a read-only call cost in all, a node what it had cost when the limit stopped it',
};

/** Where it answers the tour through reward cycles otherwise, with the reason. */
export const CYCLE_DIFFERENCES: Readonly<Record<string, string>> = {
  'interface of costs-4': "the VM's is older: it lacks four functions",
  'source of costs-4': "the VM's is older",
  'source of pox-2': "the VM's has other comments",
  'source of pox-3': "the VM's has a blank less",
  'interface of sip-031': 'the VM does not have this contract',
  'source of sip-031': 'the VM does not have this contract',
  'first burn block of a cycle': 'nobody commits, so nobody is paid',
  'genesis block': 'there is no block below the first',
  'sortition 1': 'every Bitcoin block elects the miner',
  'replicas of signers-0-0': 'the node has no address for peers',
  'chunk for signers-0-0': 'the databases take nothing',
};
