import { allowances } from './allowances.js';
import { arithmetic } from './arithmetic.js';
import { bitcoin } from './bitcoin.js';
import { bits } from './bits.js';
import { blocks } from './blocks.js';
import { comparisons } from './comparison.js';
import { contracts } from './contracts.js';
import { control } from './control.js';
import { conversions } from './conversions.js';
import { crypto } from './crypto.js';
import { equality } from './equality.js';
import { logic } from './logic.js';
import { maps } from './maps.js';
import type { CompileNative } from './native.js';
import type { NativeName } from './native-names.js';
import { principals } from './principals.js';
import { printing } from './print.js';
import { sequences } from './sequences/run.js';
import { stx } from './stx.js';
import { fungible } from './tokens/fungible.js';
import { nonFungible } from './tokens/non-fungible.js';
import { tuples } from './tuples.js';
import { variables } from './variables.js';

/** How each native function runs. */
export const runs: Readonly<Record<NativeName, CompileNative>> = {
  ...allowances,
  ...arithmetic,
  ...bitcoin,
  ...bits,
  ...blocks,
  ...comparisons,
  ...contracts,
  ...control,
  ...conversions,
  ...crypto,
  ...equality,
  ...logic,
  ...maps,
  ...principals,
  ...printing,
  ...sequences((name) => runs[name as NativeName]),
  ...stx,
  ...fungible,
  ...nonFungible,
  ...tuples,
  ...variables,
};
