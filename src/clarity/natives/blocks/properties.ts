import { listType, tupleType } from '../../types/construct.js';
import { BUFFER_1, BUFFER_32, PRINCIPAL, type Type, UINT } from '../../types/type.js';

/** What contracts can ask for of blocks, and the types of the answers (clarity/src/vm/types/mod.rs). */
export type Properties = ReadonlyMap<string, Type>;

/** `get-block-info?` of Clarity 1. */
export const BLOCK_PROPERTIES_1: Properties = new Map<string, Type>([
  ['time', UINT],
  ['vrf-seed', BUFFER_32],
  ['header-hash', BUFFER_32],
  ['id-header-hash', BUFFER_32],
  ['burnchain-header-hash', BUFFER_32],
  ['miner-address', PRINCIPAL],
]);

/** `get-block-info?` of Clarity 2. */
export const BLOCK_PROPERTIES_2: Properties = new Map<string, Type>([
  ...BLOCK_PROPERTIES_1,
  ['miner-spend-winner', UINT],
  ['miner-spend-total', UINT],
  ['block-reward', UINT],
]);

/** `get-stacks-block-info?`. */
export const STACKS_BLOCK_PROPERTIES: Properties = new Map<string, Type>([
  ['id-header-hash', BUFFER_32],
  ['header-hash', BUFFER_32],
  ['time', UINT],
]);

/** `get-tenure-info?`. */
export const TENURE_PROPERTIES: Properties = new Map<string, Type>([
  ['time', UINT],
  ['vrf-seed', BUFFER_32],
  ['burnchain-header-hash', BUFFER_32],
  ['miner-address', PRINCIPAL],
  ['miner-spend-winner', UINT],
  ['miner-spend-total', UINT],
  ['block-reward', UINT],
]);

const POX_ADDRESS = tupleType([
  ['version', BUFFER_1],
  ['hashbytes', BUFFER_32],
]);

/** `get-burn-block-info?`. */
export const BURN_BLOCK_PROPERTIES: Properties = new Map<string, Type>([
  ['header-hash', BUFFER_32],
  [
    'pox-addrs',
    tupleType([
      ['addrs', listType(POX_ADDRESS, 2)],
      ['payout', UINT],
    ]),
  ],
]);
