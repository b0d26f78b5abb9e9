/** Where a Bitcoin transaction is: its block, and how many blocks there are from that one to the tip, itself included. Hashes have no 0x. */
export type BitcoinTxReceipt = { txid: string; block: { height: number; hash: string }; confirmations: number };
