/** The rules of a verification, as bits. The names are Core's without `SCRIPT_VERIFY_`. */
export const FLAG = {
  /** BIP16. */
  P2SH: 1 << 0,
  /** Strict encodings of signatures, hash types and public keys (policy). */
  STRICTENC: 1 << 1,
  /** BIP66. */
  DERSIG: 1 << 2,
  /** S at most half the order of the curve (policy). */
  LOW_S: 1 << 3,
  /** BIP147. */
  NULLDUMMY: 1 << 4,
  /** Only pushes in a scriptSig. Only Core's vectors use it. */
  SIGPUSHONLY: 1 << 5,
  /** BIP62's shortest pushes and numbers (policy). */
  MINIMALDATA: 1 << 6,
  /** NOPs reserved for soft forks (policy). */
  DISCOURAGE_UPGRADABLE_NOPS: 1 << 7,
  /** Exactly one item left on the stack (policy; consensus in witness scripts). */
  CLEANSTACK: 1 << 8,
  /** BIP65. */
  CHECKLOCKTIMEVERIFY: 1 << 9,
  /** BIP112. */
  CHECKSEQUENCEVERIFY: 1 << 10,
  /** BIP141 and BIP143. */
  WITNESS: 1 << 11,
  /** Witness versions reserved for soft forks (policy). */
  DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM: 1 << 12,
  /** The shortest true and false for IF in version 0 witness scripts (policy). */
  MINIMALIF: 1 << 13,
  /** BIP146: signatures of failed checks are empty (policy). */
  NULLFAIL: 1 << 14,
  /** Only compressed keys in version 0 witness scripts (policy). */
  WITNESS_PUBKEYTYPE: 1 << 15,
  /** No OP_CODESEPARATOR and no signature inside the code of scripts before segwit (policy). */
  CONST_SCRIPTCODE: 1 << 16,
  /** BIP341 and BIP342. */
  TAPROOT: 1 << 17,
  /** Leaf versions reserved for soft forks (policy). */
  DISCOURAGE_UPGRADABLE_TAPROOT_VERSION: 1 << 18,
  /** OP_SUCCESS opcodes (policy). */
  DISCOURAGE_OP_SUCCESS: 1 << 19,
  /** Public keys in tapscript that are not 32 bytes (policy). */
  DISCOURAGE_UPGRADABLE_PUBKEYTYPE: 1 << 20,
} as const;

export type FlagName = keyof typeof FLAG;

/** The consensus rules of regtest, all active from the first block on. */
export const MANDATORY_FLAGS: number =
  FLAG.P2SH | FLAG.DERSIG | FLAG.NULLDUMMY | FLAG.CHECKLOCKTIMEVERIFY | FLAG.CHECKSEQUENCEVERIFY | FLAG.WITNESS | FLAG.TAPROOT;

/** The rules of the mempool: consensus, and every policy except SIGPUSHONLY. */
export const STANDARD_FLAGS: number =
  MANDATORY_FLAGS |
  FLAG.STRICTENC |
  FLAG.MINIMALDATA |
  FLAG.DISCOURAGE_UPGRADABLE_NOPS |
  FLAG.CLEANSTACK |
  FLAG.MINIMALIF |
  FLAG.NULLFAIL |
  FLAG.LOW_S |
  FLAG.DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM |
  FLAG.WITNESS_PUBKEYTYPE |
  FLAG.CONST_SCRIPTCODE |
  FLAG.DISCOURAGE_UPGRADABLE_TAPROOT_VERSION |
  FLAG.DISCOURAGE_OP_SUCCESS |
  FLAG.DISCOURAGE_UPGRADABLE_PUBKEYTYPE;
