/** The longest body that a stacks-node reads, in bytes: `MAX_PAYLOAD_LEN` (stacks-common/src/codec/mod.rs). */
export const NODE_BODY_LIMIT = 16 * 1024 * 1024 + 1;
