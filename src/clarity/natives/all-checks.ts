import type { NativeCheck } from '../analysis/type-checker.js';
import { CLARITY_VERSIONS, type ClarityVersion } from '../version.js';
import { ALLOWANCE_CHECKS } from './allowances.js';
import { ARITHMETIC_CHECKS } from './arithmetic.js';
import { BITCOIN_CHECKS } from './bitcoin.js';
import { BITS_CHECKS } from './bits.js';
import { BLOCK_CHECKS } from './blocks.js';
import { COMPARISON_CHECKS } from './comparison.js';
import { CONTRACT_CHECKS } from './contracts.js';
import { CONTROL_CHECKS } from './control.js';
import { CONVERSION_CHECKS } from './conversions.js';
import { CRYPTO_CHECKS } from './crypto.js';
import { EQUALITY_CHECKS } from './equality.js';
import { LOGIC_CHECKS } from './logic.js';
import { MAP_CHECKS } from './maps.js';
import { isNative, type NativeName } from './native-names.js';
import { PRINCIPAL_CHECKS } from './principals.js';
import { PRINT_CHECKS } from './print.js';
import { SEQUENCE_CHECKS } from './sequences/check.js';
import { STX_CHECKS } from './stx.js';
import { TOKEN_CHECKS } from './tokens/check.js';
import { TUPLE_CHECKS } from './tuples.js';
import { VARIABLE_CHECKS } from './variables.js';

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
