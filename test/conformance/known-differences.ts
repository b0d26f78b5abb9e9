/** Where the embedded node answers the second conversation otherwise than stacks-node 4.0.2, by name of the case, with the reason. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  'ro-sender-contract [exact]': 'the VM takes accounts for the sender of a read-only call, no contracts',
  'ro-sender-sponsor [exact]': 'tx-sponsor? is always none in the VM',
  'ro-too-many-reads-by-far [exact]': 'the VM tells what a read-only call cost in all, a node what it had cost when the limit stopped it',
};
