import { buildScript, pushNumber } from '../script/build.js';
import { MAX_ELEMENT_SIZE } from '../script/interpreter/interpreter.js';
import { OP } from '../script/opcodes.js';
import { MAX_PUBKEYS_PER_MULTISIG } from '../script/pattern.js';
import { type Descriptor, type DescriptorContext, deriveKey, keyArgument, keyFacts } from './descriptor.js';
import { DescriptorError } from './error.js';
import { functionArgument, takeExpression } from './expression.js';
import type { KeyExpression, KeySettings } from './key-expression.js';

/** The maximum of keys in a bare multisig output, and in a multisig tapscript. */
const MAX_BARE_KEYS = 3;
const MAX_TAPSCRIPT_KEYS = 999;

/** Parses multi, sortedmulti and their tapscript forms. Returns undefined for another expression. @throws DescriptorError */
export function parseMultisig(expression: string, context: DescriptorContext, settings: KeySettings): Descriptor | undefined {
  const name = ['multi', 'sortedmulti', 'multi_a', 'sortedmulti_a'].find((each) => functionArgument(each, expression) !== undefined);
  if (name === undefined) return undefined;
  const tapscript = name.endsWith('_a');
  if (tapscript && context !== 'p2tr') throw new DescriptorError('Can only have multi_a/sortedmulti_a inside tr()');
  if (!tapscript && context === 'p2tr') {
    throw new DescriptorError('Can only have multi/sortedmulti at top level, in sh(), or in wsh()');
  }
  const { threshold, keys } = parseArguments(functionArgument(name, expression) ?? '', context, settings);
  checkCounts(threshold, keys, context);
  const { branches } = keyFacts('', keys);
  if (keys.some((key) => key.branches !== 1 && key.branches !== branches)) {
    throw new DescriptorError('multi(): Multipath derivation paths have mismatched lengths');
  }
  const sorted = name.startsWith('sorted');
  const build = tapscript ? tapscriptMultisig : bareMultisig;
  return {
    ...keyFacts(`${name}(${[threshold, ...keys.map((key) => key.text)].join(',')})`, keys),
    scripts: (index, known) => {
      const publicKeys = keys.map((key) => deriveKey(key, index, known)).map((key) => (tapscript ? key.subarray(1) : key));
      return [build(threshold, sorted ? publicKeys.toSorted(Buffer.compare) : publicKeys)];
    },
  };
}

function parseArguments(text: string, context: DescriptorContext, settings: KeySettings): { threshold: number; keys: KeyExpression[] } {
  const { expression, rest } = takeExpression(text);
  if (!/^\d+$/.test(expression) || Number(expression) > 0xffffffff)
    throw new DescriptorError(`Multi threshold '${expression}' is not valid`);
  const keys: KeyExpression[] = [];
  for (let left = rest; left !== ''; ) {
    if (!left.startsWith(',')) throw new DescriptorError(`Multi: expected ',', got '${left[0]}'`);
    const next = takeExpression(left.slice(1));
    keys.push(keyArgument('Multi', next.expression, context, settings));
    left = next.rest;
  }
  return { threshold: Number(expression), keys };
}

function checkCounts(threshold: number, keys: KeyExpression[], context: DescriptorContext): void {
  const { length } = keys;
  const tapscript = context === 'p2tr';
  const most = tapscript ? MAX_TAPSCRIPT_KEYS : MAX_PUBKEYS_PER_MULTISIG;
  if (length === 0 || length > most) {
    const kind = tapscript ? 'multi_a' : 'multisig';
    throw new DescriptorError(`Cannot have ${length} keys in ${kind}; must have between 1 and ${most} keys, inclusive`);
  }
  if (threshold < 1) throw new DescriptorError(`Multisig threshold cannot be ${threshold}, must be at least 1`);
  if (threshold > length) {
    throw new DescriptorError(
      `Multisig threshold cannot be larger than the number of keys; threshold is ${threshold} but only ${length} keys specified`,
    );
  }
  if (context === 'top' && length > MAX_BARE_KEYS) {
    throw new DescriptorError(`Cannot have ${length} pubkeys in bare multisig; only at most ${MAX_BARE_KEYS} pubkeys`);
  }
  const size = keys.reduce((sum, key) => sum + key.size + 1, 3);
  if (context === 'p2sh' && size > MAX_ELEMENT_SIZE) {
    throw new DescriptorError(`P2SH script is too large, ${size} bytes is larger than ${MAX_ELEMENT_SIZE} bytes`);
  }
}

function bareMultisig(threshold: number, keys: Uint8Array[]): Uint8Array {
  return Uint8Array.of(...pushNumber(threshold), ...buildScript(keys), ...pushNumber(keys.length), OP.CHECKMULTISIG);
}

function tapscriptMultisig(threshold: number, keys: Uint8Array[]): Uint8Array {
  const checks = keys.flatMap((key, at) => [key, at === 0 ? OP.CHECKSIG : OP.CHECKSIGADD]);
  return Uint8Array.of(...buildScript(checks), ...pushNumber(threshold), OP.NUMEQUAL);
}
