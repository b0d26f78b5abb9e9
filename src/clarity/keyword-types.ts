import { isKeyword, type Keyword } from './keywords.js';
import { optionalType } from './types/construct.js';
import { BOOL, NO_TYPE, PRINCIPAL, type Type, UINT } from './types/type.js';
import { CLARITY_VERSIONS, type ClarityVersion } from './version.js';

const TYPES: { readonly [name in Keyword]: Type } = {
  'contract-caller': PRINCIPAL,
  'tx-sender': PRINCIPAL,
  'tx-sponsor?': optionalType(PRINCIPAL),
  'current-contract': PRINCIPAL,
  'block-height': UINT,
  'burn-block-height': UINT,
  'stacks-block-height': UINT,
  'tenure-height': UINT,
  'stacks-block-time': UINT,
  'stx-liquid-supply': UINT,
  'chain-id': UINT,
  none: optionalType(NO_TYPE),
  true: BOOL,
  false: BOOL,
  'is-in-regtest': BOOL,
  'is-in-mainnet': BOOL,
};

const byVersion: ReadonlyMap<ClarityVersion, ReadonlyMap<string, Type>> = new Map(
  CLARITY_VERSIONS.map((version) => [version, new Map(Object.entries(TYPES).filter(([name]) => isKeyword(name, version)))]),
);

/**
 * Returns the variables of a version of the language, and their types
 * (`type_reserved_variable`, clarity/src/vm/analysis/type_checker/v2_1/mod.rs).
 */
export function keywordTypes(version: ClarityVersion): ReadonlyMap<string, Type> {
  return byVersion.get(version) as ReadonlyMap<string, Type>;
}
