export type BitcoinTxReceipt = { txid: string; block: { height: number; hash: string }; confirmations: number };
