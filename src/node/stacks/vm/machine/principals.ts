/** The deployer of the VM's boot contracts on a testnet. */
export const BOOT_ADDRESS = 'ST000000000000000000002AMW42H';
/** The same on mainnet. */
export const MAINNET_BOOT_ADDRESS = 'SP000000000000000000002Q6VF78';

/**
 * The account that holds fees until the node pays them out: an address without a known key. A real node takes the fee from the payer and
 * credits it to the miner when the block matures; the VM has no debit without a credit.
 */
export const FEE_SINK = 'ST1SQ8RB3DDSJ0S35ESQ6AX17ECG6CSB5EC7VAC8H';
