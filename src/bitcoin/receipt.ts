/** A confirmed Bitcoin transaction: its block, and the number of blocks from that one to the tip, inclusive. Hashes have no 0x. */
export type BitcoinTxReceipt = { txid: string; block: { height: number; hash: string }; confirmations: number };
