/**
 * How the VM refuses `at-block`: Clarity 1 to 4 have it, but not from epoch 3.4 on (`supports_at_block` of stacks-core), neither in a
 * deploy nor in a call of an older contract; Clarity 5 has no function of that name.
 */
const NO_AT_BLOCK = /\(at-block \.\.\.\) is not available in this epoch|AtBlockUnavailable|use of unresolved function 'at-block'/;

/** Says which epoch has `at-block`, if an error is that this one has not. */
export function atBlockHint(error: string): string | undefined {
  if (!NO_AT_BLOCK.test(error)) return undefined;
  return (
    'at-block exists up to epoch 3.3, in Clarity 1 to 4: set epoch to 3.3 (--epoch 3.3) for a network that has it, ' +
    'or change the contract for later epochs'
  );
}
