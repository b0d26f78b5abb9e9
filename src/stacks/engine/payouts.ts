/**
 * What a Bitcoin block pays to stackers, as the Stacks node says (`POST /new_burn_block`). Addresses are Bitcoin's, hashes hex without 0x,
 * amounts satoshis as decimal digits.
 */
export type BlockPayouts = {
  height: number;
  hash: string;
  /** The addresses of the reward slots that the block takes, by slot. */
  slotHolders: string[];
  /** What the miners burnt. */
  burned: string;
  /** What each address got. */
  rewards: { recipient: string; amount: string }[];
  /** The miners' transactions that paid; `output` is the index of the output among those of the payment. */
  transactions: { txid: string; recipients: { recipient: string; amount: string; output: number }[] }[];
};

/**
 * Returns the list with the payouts of a new Bitcoin block, which ends what other branches had from its height on. Blocks that pay nobody
 * are left out.
 */
export function withPayouts(list: readonly BlockPayouts[], block: BlockPayouts): readonly BlockPayouts[] {
  const { height, slotHolders, rewards, transactions } = block;
  const last = list.at(-1);
  const before = last === undefined || last.height < height ? list : list.filter((other) => other.height < height);
  return slotHolders.length + rewards.length + transactions.length === 0 ? before : [...before, block];
}
