import { toHex } from '../codec/hex.js';
import { MAX_SCRIPT_SIZE } from '../script/miniscript/decode.js';
import { compileMiniscript } from '../script/miniscript/encode.js';
import type { MiniscriptContext } from '../script/miniscript/fragment.js';
import { parseMiniscript } from '../script/miniscript/parse.js';
import { findFault } from '../script/miniscript/sanity.js';
import { miniscriptText } from '../script/miniscript/text.js';
import { type Descriptor, type DescriptorContext, deriveKey, keyFacts } from './descriptor.js';
import { DescriptorError } from './error.js';
import { type KeyExpression, type KeySettings, parseKeyExpression } from './key-expression.js';

const KEY_SIZE: Record<MiniscriptContext, number> = { p2wsh: 33, tapscript: 32 };

/** Parses miniscript in wsh or tr. Returns undefined if the expression is none. @throws DescriptorError */
export function parseMiniscriptDescriptor(expression: string, place: DescriptorContext, settings: KeySettings): Descriptor | undefined {
  const context = place === 'p2wsh' ? 'p2wsh' : 'tapscript';
  const keys: KeyExpression[] = [];
  const root = parseMiniscript(expression, {
    context,
    key: (text) => {
      const key = parseKeyExpression(text, { uncompressed: false, xOnly: context === 'tapscript' }, settings);
      keys.push(key);
      return key;
    },
  });
  const script = root && compileMiniscript(root);
  const placeholder = new Uint8Array(KEY_SIZE[context]);
  if (root === undefined || script === undefined || script(() => placeholder).length > MAX_SCRIPT_SIZE[context]) return undefined;
  if (place !== 'p2wsh' && place !== 'p2tr') throw new DescriptorError('Miniscript expressions can only be used in wsh or tr.');
  const fault = findFault(root, context, keyName);
  if (fault !== undefined) throw new DescriptorError(`${miniscriptText(fault.node, ({ text }) => text)}${fault.words}`);
  const { branches } = keyFacts('', keys);
  if (keys.some((key) => key.branches !== 1 && key.branches !== branches)) {
    throw new DescriptorError('Miniscript: Multipath derivation paths have mismatched lengths');
  }
  return {
    ...keyFacts(
      miniscriptText(root, ({ text }) => text),
      keys,
    ),
    scripts: (index, known) => {
      const derived = new Map(keys.map((key) => [key, deriveKey(key, index, known)]));
      const bytes = (key: KeyExpression) => (derived.get(key) ?? new Uint8Array()).subarray(33 - KEY_SIZE[context]);
      return [script(bytes)];
    },
  };
}

/** Keys are equal if their public keys are. One that cannot be derived without private keys equals the others of that kind, as in Core. */
function keyName(key: KeyExpression): string {
  try {
    return toHex(key.derive(0).publicKey);
  } catch (error) {
    if (error instanceof DescriptorError) return '';
    throw error;
  }
}
