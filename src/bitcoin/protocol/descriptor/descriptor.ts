import type { AddressFormat } from '../address/format.js';
import type { TaprootLeaf } from '../script/taproot/taproot-tree.js';
import { DescriptorError } from './error.js';
import { type DerivedKey, type KeyExpression, type KeySettings, parseKeyExpression } from './key-expression.js';

/** An output descriptor (BIP380 and following). */
export type Descriptor = {
  /** As Core writes it, without private keys and checksum. */
  text: string;
  /** Whether it contains `*` for an index. */
  isRange: boolean;
  /** Whether it contains the data for spending, which addresses and raw scripts do not. */
  isSolvable: boolean;
  hasPrivateKeys: boolean;
  /** The number of descriptors that a text with multipath steps (`<0;1>`) represents. This is one of them. */
  branches: number;
  /**
   * Returns the output scripts at an index: one, or up to four for `combo`.
   * @param known called with the parts of each script
   * @throws DescriptorError if private keys are missing
   */
  scripts(index: number, known?: Ingredients): Uint8Array[];
};

/** Collects the parts of output scripts, which are the data for spending. */
export type Ingredients = {
  key(key: DerivedKey): void;
  /** A script of which the output has only the hash. */
  script(script: Uint8Array): void;
  taproot(internalKey: Uint8Array, leaves: TaprootLeaf[]): void;
};

/** The context of an expression. */
export type DescriptorContext = 'top' | 'p2sh' | 'p2wsh' | 'p2tr';

export type DescriptorOptions = {
  /** Reject a descriptor without a checksum. A wrong one is always rejected. @default false */
  requireChecksum?: boolean | undefined;
  /** @default regtest */
  format?: AddressFormat | undefined;
};

/** Parses the key of a function. Errors start with its name. @throws DescriptorError */
export function keyArgument(label: string, text: string, context: DescriptorContext, settings: KeySettings): KeyExpression {
  try {
    return parseKeyExpression(text, { uncompressed: context === 'top' || context === 'p2sh', xOnly: context === 'p2tr' }, settings);
  } catch (error) {
    if (error instanceof DescriptorError) throw new DescriptorError(`${label}: ${error.message}`);
    throw error;
  }
}

/** Returns the public key of an expression at an index, and adds it to the ingredients. @throws DescriptorError */
export function deriveKey(key: KeyExpression, index: number, known: Ingredients | undefined): Uint8Array {
  const derived = key.derive(index);
  known?.key(derived);
  return derived.publicKey;
}

/** The properties of a descriptor that follow from its keys. */
export function keyFacts(text: string, keys: KeyExpression[]): Omit<Descriptor, 'scripts'> {
  return {
    text,
    isRange: keys.some((key) => key.isRange),
    isSolvable: true,
    hasPrivateKeys: keys.some((key) => key.hasPrivateKey),
    branches: Math.max(...keys.map((key) => key.branches)),
  };
}
