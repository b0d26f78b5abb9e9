/** Where the embedded node answers the second conversation otherwise than stacks-node 4.0.2, by name of the case, with the reason. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  'ro-sender-contract [exact]': 'the VM takes accounts for the sender of a read-only call, no contracts',
  'ro-sender-sponsor [exact]': 'the VM knows no sponsors: what may look at tx-sponsor? fails',
  'ro-too-many-reads-by-far [exact]': 'the VM tells what a read-only call cost in all, a node what it had cost when the limit stopped it',
};

const WITHOUT_SPENDING = 'the VM has no record of what miners spent: miner-spend-winner fails';

/** Where it answers the third conversation otherwise, with the reason. */
export const THIRD_DIFFERENCES: Readonly<Record<string, string>> = {
  'read-things-tenure-spend [exact]': WITHOUT_SPENDING,
  'read-things-5-tenure-spend [exact]': WITHOUT_SPENDING,
  'receipt of call-tenure-spend': WITHOUT_SPENDING,
};

/** Whose `vm_error` there is another. */
export const THIRD_ERROR_TEXTS: Readonly<Record<string, string>> = {
  'call-tenure-spend': WITHOUT_SPENDING,
  'deploy-parse-trait-reference-top': 'the VM does not tell at which expression it found a trait undeclared',
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
};
