/** An output that the faucet owns: `amount` in sats, `script` the P2WPKH script of one of its keys, as hex. */
export type Coin = { txid: string; vout: number; amount: bigint; script: string };

/** Returns `txid:vout`. */
export function outpoint({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
