/** The deployer of boot contracts on test networks; nobody has its key. */
export const BOOT_ADDRESS = 'ST000000000000000000002AMW42H';
