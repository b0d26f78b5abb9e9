import { allowances } from './allowances/run.js';
import { arithmetic } from './arithmetic/run.js';
import { bitcoin } from './bitcoin/run.js';
import { bits } from './bits/run.js';
import { blocks } from './blocks/run.js';
import { comparisons } from './comparison/run.js';
import { contracts } from './contracts/run.js';
import { control } from './control/run.js';
import { conversions } from './conversions/run.js';
import { crypto } from './crypto/run.js';
import { equality } from './equality/run.js';
import { logic } from './logic/run.js';
import { maps } from './maps/run.js';
import type { CompileNative } from './native.js';
import type { NativeName } from './native-names.js';
import { principals } from './principals/run.js';
import { printing } from './print/run.js';
import { sequences } from './sequences/run.js';
import { stx } from './stx/run.js';
import { fungible } from './tokens/fungible.js';
import { nonFungible } from './tokens/non-fungible.js';
import { tuples } from './tuples/run.js';
import { variables } from './variables/run.js';

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
