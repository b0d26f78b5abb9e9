import type { AddressFormat } from '../address/format.js';
import type { TaprootLeaf } from '../script/taproot/taproot-tree.js';
import { DescriptorError } from './error.js';
import { type DerivedKey, type KeyExpression, type KeySettings, parseKeyExpression } from './key-expression.js';

/** An output descriptor (BIP380 and following). */
export type Descriptor = {
  /** As Core writes it: without private keys and without a checksum. */
  text: string;
  /** Whether `*` stands for an index. */
  isRange: boolean;
  /** Whether it tells how its outputs are spent; addresses and raw scripts do not. */
  isSolvable: boolean;
  hasPrivateKeys: boolean;
  /** How many descriptors a text with multipath steps (`<0;1>`) stands for; this is one of them. */
  branches: number;
  /**
   * The output scripts at an index: one, or up to four for `combo`.
   * @param known called with the parts of each script
   * @throws DescriptorError when private keys are missing
   */
  scripts(index: number, known?: Ingredients): Uint8Array[];
};

/** Takes note of what output scripts are made of, which is what spends them. */
export type Ingredients = {
  key(key: DerivedKey): void;
  /** A script that is in its output by hash only. */
  script(script: Uint8Array): void;
  taproot(internalKey: Uint8Array, leaves: TaprootLeaf[]): void;
};

/** Where an expression stands. */
export type DescriptorContext = 'top' | 'p2sh' | 'p2wsh' | 'p2tr';

export type DescriptorOptions = {
  /** Refuse a descriptor without a checksum; a wrong one is always refused. @default false */
  requireChecksum?: boolean | undefined;
  /** @default regtest */
  format?: AddressFormat | undefined;
};

/** Reads the key of a function, whose name goes in front of what is wrong with it. @throws DescriptorError */
export function keyArgument(label: string, text: string, context: DescriptorContext, settings: KeySettings): KeyExpression {
  try {
    return parseKeyExpression(text, { uncompressed: context === 'top' || context === 'p2sh', xOnly: context === 'p2tr' }, settings);
  } catch (error) {
    if (error instanceof DescriptorError) throw new DescriptorError(`${label}: ${error.message}`);
    throw error;
  }
}

/** The public key of an expression at an index, of which the ingredients take note. @throws DescriptorError */
export function deriveKey(key: KeyExpression, index: number, known: Ingredients | undefined): Uint8Array {
  const derived = key.derive(index);
  known?.key(derived);
  return derived.publicKey;
}

/** What a descriptor's keys say about it. */
export function keyFacts(text: string, keys: KeyExpression[]): Omit<Descriptor, 'scripts'> {
  return {
    text,
    isRange: keys.some((key) => key.isRange),
    isSolvable: true,
    hasPrivateKeys: keys.some((key) => key.hasPrivateKey),
    branches: Math.max(...keys.map((key) => key.branches)),
  };
}
