/** Confirmations that a coinbase needs before it can be spent: consensus. */
export const COINBASE_MATURITY = 100;
