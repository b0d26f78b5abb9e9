/** The sequence of an input that is final: without effect on lock times. */
export const SEQUENCE_FINAL = 0xffffffff;
/** The largest sequence with which the lock time of the transaction holds. */
export const MAX_NONFINAL = SEQUENCE_FINAL - 1;
/** The largest sequence that signals replaceability (BIP125). */
export const MAX_BIP125 = SEQUENCE_FINAL - 2;
