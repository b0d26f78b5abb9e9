import type { NativeCheck } from '../../analysis/type-checker.js';
import { listType, responseType, tupleType } from '../../types/construct.js';
import { BOOL, BUFFER_32, BUFFER_MAX, BufferType, UINT } from '../../types/type.js';
import { checkExpecting } from '../check-expecting.js';

/** The most siblings of a proof. */
const MAX_PROOF_DEPTH = 24;

const OUTPUT = tupleType([
  ['script', new BufferType(1024)],
  ['amount', UINT],
  ['txid', BUFFER_32],
]);

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const BITCOIN_CHECKS = {
  'verify-merkle-proof': checkExpecting([BUFFER_32, BUFFER_32, UINT, UINT, listType(BUFFER_32, MAX_PROOF_DEPTH)], BOOL),
  'get-bitcoin-tx-output?': checkExpecting([BUFFER_MAX, UINT], responseType(OUTPUT, UINT)),
} as const satisfies Record<string, NativeCheck>;
