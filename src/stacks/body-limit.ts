/** The longest body that a stacks-node reads, in bytes: `MAX_PAYLOAD_LEN` (stacks-common/src/codec/mod.rs). */
export const NODE_BODY_LIMIT = 16 * 1024 * 1024 + 1;

/**
 * The limit of routes that take Stacks transactions or Clarity values: the hex of what fits into a block (2 MiB), and what is around it.
 */
export const STACKS_BODY_LIMIT = 5 * 1024 * 1024;
