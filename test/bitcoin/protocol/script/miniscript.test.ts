import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { hash160, sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { DescriptorError } from '#dist/bitcoin/protocol/descriptor/error.js';
import { parseDescriptor } from '#dist/bitcoin/protocol/descriptor/parse-descriptor.js';
import { decodeMiniscript, MAX_SCRIPT_SIZE } from '#dist/bitcoin/protocol/script/miniscript/decode.js';
import { compileMiniscript } from '#dist/bitcoin/protocol/script/miniscript/encode.js';
import { type Expression, expression } from '#dist/bitcoin/protocol/script/miniscript/expression.js';
import type { MiniscriptContext } from '#dist/bitcoin/protocol/script/miniscript/fragment.js';
import { parseMiniscript } from '#dist/bitcoin/protocol/script/miniscript/parse.js';
import { findFault } from '#dist/bitcoin/protocol/script/miniscript/sanity.js';
import { satisfy } from '#dist/bitcoin/protocol/script/miniscript/satisfy.js';
import { miniscriptText } from '#dist/bitcoin/protocol/script/miniscript/text.js';
import { fixture } from '../../node/fixture.js';
import { MAIN } from '../address/formats.js';

type Vectors = {
  expressions: { text: string; p2wsh: string; tapscript: string; flags: string[] }[];
  valid: { private: string; public: string; scripts: string[][] }[];
  invalid: { private: string; public: string; error: string }[];
};

/** Returns the script of an expression whose keys are as in scripts. */
const encode = (root: Expression<Uint8Array>): Uint8Array => compileMiniscript(root)((key) => key);

const { expressions, valid, invalid } = fixture('miniscript_tests.json') as Vectors;
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const OTHER = '03d30199d74fb5a22d47b6e054e2f378cedacffcb89904a61d75d0dbd407143e65';

const XPUB = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';

describe('expressions of miniscript_tests.json', () => {
  test.each(['p2wsh', 'tapscript'] as const)('default: scripts, properties and texts in %s', (context) => {
    expect(expressions).toHaveLength(97);
    for (const { text, flags, [context]: script } of expressions) {
      const { root, keys } = parse(text, context);
      const fault = root && findFault(root, context, toHex);
      const isInvalid = flags.some((flag) => flag === 'INVALID' || flag === `${context.toUpperCase()}_INVALID`);
      expect(root === undefined || fault?.words === ' is invalid', text).toBe(isInvalid);
      if (root === undefined || isInvalid) continue;
      expect(faultKinds(fault?.words), text).toContain(
        !flags.includes('NONMAL') ? 'malleable' : flags.includes('TIMELOCKMIX') ? 'mixes' : !flags.includes('NEEDSIG') ? 'without' : 'sane',
      );
      const made = encode(root);
      if (script !== '?') expect(toHex(made), text).toBe(script);
      const decoded = decodeMiniscript(made, { context, keyWith: (hash) => keys.find((key) => toHex(hash160(key)) === toHex(hash)) });
      expect(decoded && toHex(encode(decoded)), text).toBe(toHex(made));
      const again = parse(miniscriptText(root, toHex), context).root;
      expect(again && toHex(encode(again)), text).toBe(toHex(made));
    }
  });

  /** A fault may hide the expected one, if its part comes first: a duplicate key, no satisfaction, or no signature. */
  function faultKinds(words = 'sane'): string[] {
    const hides = words.includes('duplicate') || words.includes('satisfiable') ? ['sane'] : words.includes('without') ? ['mixes'] : [];
    return [...['malleable', 'mixes', 'without', 'sane'].filter((kind) => words.includes(kind)), ...hides];
  }

  function parse(text: string, context: MiniscriptContext) {
    const keys: Uint8Array[] = [];
    const root = parseMiniscript(text, {
      context,
      key: (hex) => {
        const key = fromHex(context === 'tapscript' && hex.length === 66 ? hex.slice(2) : hex);
        keys.push(key);
        return key;
      },
    });
    return { root, keys };
  }
});

describe('descriptors', () => {
  test('default: private and public forms give the scripts, the public form as text', () => {
    expect(valid).toHaveLength(20);
    for (const vector of valid) {
      const [secret, open] = [vector.private, vector.public].map((text) => parseDescriptor(text, { format: MAIN }));
      const expected = vector.public.replace(/#.*/, '');
      expect(open?.text).toBe(expected);
      expect(secret?.text).toBe(expected);
      vector.scripts.forEach((scripts, index) => {
        expect(secret?.scripts(index).map(toHex), expected).toEqual(scripts);
        expect(open?.scripts(index).map(toHex), expected).toEqual(scripts);
      });
    }
  });

  test.each(invalid.map((vector) => [vector.error.slice(0, 80), vector] as const))('error: %s', (_, vector) => {
    expect(() => parseDescriptor(vector.public, { format: MAIN })).toThrow(vector.error);
    if (vector.private !== '') expect(() => parseDescriptor(vector.private, { format: MAIN })).toThrow(DescriptorError);
  });

  test.each([
    ['no type', `and_v(pk(${KEY}),pk(${OTHER}))`, `and_v(pk(${KEY}),pk(${OTHER})) is invalid`],
    ['malleable', 'or_i(older(9),after(9))', 'or_i(older(9),after(9)) is not sane: malleable witnesses exist'],
    ['no signature', 'and_v(v:after(9),1)', 'tv:after(9) is not sane: witnesses without signature exist'],
    ['type K', `pk_k(${KEY})`, `pk_k(${KEY}) is not sane`],
    ['one key twice', `and_b(pk(${KEY}),a:pk(${KEY}))`, `and_b(pk(${KEY}),a:pk(${KEY})) is not sane: contains duplicate public keys`],
    [
      'a time and a height',
      `and_v(v:pk(${KEY}),and_v(v:after(9),after(1000000000)))`,
      'and_v(v:after(9),after(1000000000)) is not sane: contains mixes of timelocks expressed in blocks and seconds',
    ],
    ['no satisfaction', `and_v(v:pk(${KEY}),0)`, `and_v(v:pk(${KEY}),0) is not satisfiable`],
    ['a bad key', 'and_v(v:pk(02),older(1))', "Pubkey '02' is invalid"],
    ['an unknown function', `and_x(v:pk(${KEY}),older(1))`, 'A function is needed within P2WSH'],
    ['two times v', 'and_v(vv:1,1)', 'A function is needed within P2WSH'],
    ['a missing bracket', `and_v(v:pk(${KEY}),older(1)`, 'A function is needed within P2WSH'],
    ['an argument too many', `and_v(v:pk(${KEY}),older(1),1)`, 'A function is needed within P2WSH'],
  ])('error: %s', (_, text, message) => {
    expect(() => parseDescriptor(`wsh(${text})`)).toThrow(expect.objectContaining({ message }));
  });

  test('error: witnesses that exceed the limits of a P2WSH input', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `s:pk(${XPUB}/${index})`).join(',');
    expect(() => parseDescriptor(`wsh(thresh(1,pk(${KEY}),${keys(60)}))`)).not.toThrow();
    expect(() => parseDescriptor(`wsh(thresh(1,pk(${KEY}),${keys(70)}))`)).toThrow('needs witnesses that may exceed resource limits');
  });

  test('behavior: the largest script of a standard transaction is one, and one byte more is none', () => {
    const largest = (wrappers: number) => `tr(${KEY},${'n'.repeat(wrappers)}:pk(${OTHER}))`;
    // A key with its push, and a signature check.
    const wrappers = MAX_SCRIPT_SIZE.tapscript - 34;
    const { text, scripts } = parseDescriptor(largest(wrappers));
    expect(text).toBe(largest(wrappers));
    expect(scripts(0)).toHaveLength(1);
    expect(() => parseDescriptor(largest(wrappers + 1))).toThrow('is not a valid descriptor function');
  });

  test('behavior: the keys of a tapscript sign in its order, as few as it needs', () => {
    const keys = Array.from({ length: 999 }, (_, index) => sha256(Uint8Array.of(index & 0xff, index >> 8)));
    const node = decodeMiniscript(encode(expression('multi_a', { keys, k: 500 })), { context: 'tapscript', keyWith: () => undefined });
    const sign = (key: Uint8Array) => (keys.findIndex((each) => toHex(each) === toHex(key)) % 3 === 0 ? undefined : key);
    const data = { sign, preimage: () => undefined, checkLockTime: () => false, checkSequence: () => false };
    const items = node && satisfy(node, data);
    expect(items).toHaveLength(999);
    const used = items?.filter(({ length }) => length > 0) ?? [];
    expect(used).toHaveLength(500);
    // The signature of the first key is on top of the stack.
    for (const [index, item] of items?.toReversed().entries() ?? [])
      if (item.length > 0) expect(toHex(item)).toBe(toHex(keys[index] ?? item));
  });

  test('behavior: a deep expression does not exhaust the call stack', () => {
    expect(() => parseDescriptor(`tr(${KEY},${'n'.repeat(100_000)}:pk(${OTHER}))`)).not.toThrow();
  });
});
