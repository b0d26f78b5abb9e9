import type { Account } from '../../../network/data.js';
import type { WalletAddresses } from '../addresses.js';
import type { WalletNetwork } from '../network.js';

/** Who uses the wallet. @property own the network of the devnet */
export type LegacyUser = { account: Account; own: WalletNetwork; addresses(network: WalletNetwork): Promise<WalletAddresses> };
