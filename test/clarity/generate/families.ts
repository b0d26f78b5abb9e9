import { allowances } from './families/allowances.js';
import { arithmetic, bits } from './families/arithmetic.js';
import { bitcoin } from './families/bitcoin.js';
import { blocks } from './families/blocks.js';
import { calls } from './families/calls.js';
import { comparison, equality, logic } from './families/comparison.js';
import { choices, earlyReturns, wrappers } from './families/control.js';
import { conversions } from './families/conversions.js';
import { crypto } from './families/crypto.js';
import { higherOrder } from './families/higher-order.js';
import { keywords } from './families/keywords.js';
import { maps, variables } from './families/maps.js';
import { principals } from './families/principals.js';
import { sequences } from './families/sequences.js';
import { stx } from './families/stx.js';
import { tokens } from './families/tokens.js';
import { tuples } from './families/tuples.js';
import type { Family } from './writer.js';

/** All natives, and calls of functions. */
export const FAMILIES: readonly Family[] = [
  allowances,
  arithmetic,
  bitcoin,
  bits,
  blocks,
  calls,
  choices,
  comparison,
  conversions,
  crypto,
  earlyReturns,
  equality,
  higherOrder,
  keywords,
  logic,
  maps,
  principals,
  sequences,
  stx,
  tokens,
  tuples,
  variables,
  wrappers,
];
