/** Where the VM's boot contracts are on a testnet, and who deployed them. */
export const BOOT_ADDRESS = 'ST000000000000000000002AMW42H';

/**
 * Where fees go until the node pays them out: an address that nobody has the key of. A real node takes the fee from the payer and
 * credits it to the miner when the block matures; the VM has no debit without a credit.
 */
export const FEE_SINK = 'ST1SQ8RB3DDSJ0S35ESQ6AX17ECG6CSB5EC7VAC8H';
