import type { NativeCheck } from '../analysis/type-checker.js';
import { CLARITY_VERSIONS, type ClarityVersion } from '../version.js';
import { ALLOWANCE_CHECKS } from './allowances/check.js';
import { ARITHMETIC_CHECKS } from './arithmetic/check.js';
import { BITCOIN_CHECKS } from './bitcoin/check.js';
import { BITS_CHECKS } from './bits/check.js';
import { BLOCK_CHECKS } from './blocks/check.js';
import { COMPARISON_CHECKS } from './comparison/check.js';
import { CONTRACT_CHECKS } from './contracts/check.js';
import { CONTROL_CHECKS } from './control/check.js';
import { CONVERSION_CHECKS } from './conversions/check.js';
import { CRYPTO_CHECKS } from './crypto/check.js';
import { EQUALITY_CHECKS } from './equality/check.js';
import { LOGIC_CHECKS } from './logic/check.js';
import { MAP_CHECKS } from './maps/check.js';
import { isNative, type NativeName } from './native-names.js';
import { PRINCIPAL_CHECKS } from './principals/check.js';
import { PRINT_CHECKS } from './print/check.js';
import { SEQUENCE_CHECKS } from './sequences/check.js';
import { STX_CHECKS } from './stx/check.js';
import { TOKEN_CHECKS } from './tokens/check.js';
import { TUPLE_CHECKS } from './tuples/check.js';
import { VARIABLE_CHECKS } from './variables/check.js';

const CHECKS = {
  ...ARITHMETIC_CHECKS,
  ...BITS_CHECKS,
  ...COMPARISON_CHECKS,
  ...LOGIC_CHECKS,
  ...EQUALITY_CHECKS,
  ...CONTROL_CHECKS,
  ...TUPLE_CHECKS,
  ...SEQUENCE_CHECKS,
  ...MAP_CHECKS,
  ...VARIABLE_CHECKS,
  ...STX_CHECKS,
  ...TOKEN_CHECKS,
  ...PRINCIPAL_CHECKS,
  ...CONVERSION_CHECKS,
  ...CRYPTO_CHECKS,
  ...BITCOIN_CHECKS,
  ...BLOCK_CHECKS,
  ...CONTRACT_CHECKS,
  ...ALLOWANCE_CHECKS,
  ...PRINT_CHECKS,
} as const satisfies Record<NativeName, NativeCheck>;

const byVersion: ReadonlyMap<ClarityVersion, ReadonlyMap<string, NativeCheck>> = new Map(
  CLARITY_VERSIONS.map((version) => [version, new Map(Object.entries(CHECKS).filter(([name]) => isNative(name, version)))]),
);

/**
 * Returns the checks of the natives that a version of Clarity has, by name
 * (`TypedNativeFunction`, clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs).
 */
export function nativeChecks(version: ClarityVersion): ReadonlyMap<string, NativeCheck> {
  return byVersion.get(version) as ReadonlyMap<string, NativeCheck>;
}
