import { bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { deriveAddresses } from '#dist/bitcoin/protocol/address/derive-addresses.js';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { addChecksum, descriptorChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { DescriptorError } from '#dist/bitcoin/protocol/descriptor/error.js';
import { inferDescriptor } from '#dist/bitcoin/protocol/descriptor/infer-descriptor.js';
import { parseDescriptor, parseDescriptors } from '#dist/bitcoin/protocol/descriptor/parse-descriptor.js';
import { fixture } from '../../node/fixture.js';
import { MAIN } from '../address/formats.js';

type Vectors = {
  valid: { private: string; public: string; flags: string[]; scripts: string[][] }[];
  multipath: { private: string; public: string; expanded: string[]; flags: string[]; scripts: string[][][] }[];
  invalid: { private: string; public: string; error: string }[];
};

const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const XPUB = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
const XPRV = 'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';

describe('descriptor_tests.json', () => {
  const { valid, multipath, invalid } = fixture('descriptor_tests.json') as Vectors;

  test('default: private and public forms give the scripts, the public form as text', () => {
    expect(valid).toHaveLength(41);
    for (const vector of valid) {
      const [secret, open] = [vector.private, vector.public].map((text) => parseDescriptor(text, { format: MAIN }));
      const expected = vector.public.replace(/#.*/, '');
      expect(open?.text).toBe(expected);
      expect(secret?.text).toBe(expected);
      expect(open?.isRange, expected).toBe(vector.flags.includes('RANGE'));
      expect(secret?.hasPrivateKeys, expected).toBe(true);
      vector.scripts.forEach((scripts, index) => {
        expect(secret?.scripts(index).map(toHex), expected).toEqual(scripts);
        if (!vector.flags.includes('HARDENED')) expect(open?.scripts(index).map(toHex), expected).toEqual(scripts);
      });
      if (vector.flags.includes('HARDENED')) expect(() => open?.scripts(0)).toThrow('Cannot derive script without private keys');
    }
  });

  test('behavior: a multipath step stands for several descriptors', () => {
    expect(multipath.length).toBeGreaterThan(5);
    for (const vector of multipath) {
      const secret = parseDescriptors(vector.private, { format: MAIN });
      const open = parseDescriptors(vector.public, { format: MAIN });
      expect(open.map(({ text }) => text)).toEqual(vector.expanded);
      expect(secret.map(({ text }) => text)).toEqual(vector.expanded);
      expect(open.every(({ isRange }) => isRange === vector.flags.includes('RANGE'))).toBe(true);
      vector.scripts.forEach((branch, at) => {
        branch.forEach((scripts, index) => {
          expect(secret[at]?.scripts(index).map(toHex), vector.public).toEqual(scripts);
        });
      });
    }
  });

  test.each(invalid.map((vector) => [vector.error.slice(0, 80), vector] as const))('error: %s', (_, vector) => {
    expect(messageOf(() => parseDescriptor(vector.public, { format: MAIN }))).toBe(vector.error);
    if (vector.private !== '') expect(() => parseDescriptor(vector.private, { format: MAIN })).toThrow(DescriptorError);
  });
});

describe('checksum', () => {
  test('default', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
    expect(addChecksum('addr(mkmZxiEcEd8ZqjQWVZuC6so5dFMKEFpN2j)')).toBe('addr(mkmZxiEcEd8ZqjQWVZuC6so5dFMKEFpN2j)#02wpgw69');
  });

  test('error: missing where it is required', () => {
    expect(messageOf(() => parseDescriptor(`pk(${KEY})`, { requireChecksum: true }))).toBe('Missing checksum');
  });
});

describe('parse', () => {
  test.each([
    [`pkh([d34db33f/44h/0h/0h]${XPUB}/1/*)`, { isRange: true, isSolvable: true, hasPrivateKeys: false }],
    [`sh(wsh(pkh(${KEY})))`, { isRange: false, isSolvable: true, hasPrivateKeys: false }],
    ['addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)', { isRange: false, isSolvable: false, hasPrivateKeys: false }],
    ['raw(6a00)', { isRange: false, isSolvable: false, hasPrivateKeys: false }],
    [`tr(${KEY.slice(2)},{pk(${KEY.slice(2)}),multi_a(1,${KEY.slice(2)})})`, { isRange: false, isSolvable: true, hasPrivateKeys: false }],
  ])('default: %s', (text, facts) => {
    expect(parseDescriptor(text)).toMatchObject({ text, ...facts });
  });

  test.each([
    ['', "'' is not a valid descriptor function"],
    [`foo(${KEY})`, `'foo(${KEY})' is not a valid descriptor function`],
    [`sh(pk(${KEY}),1)`, ''],
    [`tr(${KEY},pk(${KEY}),1)`, "tr(): expected ')' after script expression"],
    [`tr(${KEY},{pk(${KEY})})`, "tr(): expected ',' after script expression"],
    [`tr(${KEY},{pk(${KEY}),pk(${KEY}),1})`, "tr(): expected '}' after script expression"],
    [`sh(tr(${KEY}))`, 'Can only have tr at top level'],
    [`sh(addr(${KEY}))`, 'Can only have addr() at top level'],
    [`wsh(multi_a(1,${KEY}))`, 'Can only have multi_a/sortedmulti_a inside tr()'],
    [`pk(${XPUB}x)`, `pk(): key '${XPUB}x' is not valid`],
  ])('error: %s', (text, message) => {
    expect(messageOf(() => parseDescriptor(text))).toBe(message);
  });
});

// The addresses are those of Core's rpc_deriveaddresses.py.
describe('derive', () => {
  const derive = (text: string, begin = 0, end = 0) => deriveAddresses(parseDescriptor(text), begin, end);

  test('default: a range', () => {
    expect(derive(`wpkh(${XPRV}/1/1/*)#kft60nuy`, 0, 2)).toEqual([
      'bcrt1qjqmxmkpmxt80xz4y3746zgt0q3u3ferr34acd5',
      'bcrt1qhku5rq7jz8ulufe2y6fkcpnlvpsta7rq4442dy',
      'bcrt1qpgptk2gvshyl0s9lqshsmx932l9ccsv265tvaq',
    ]);
    expect(derive(`wpkh(${XPRV}/1/1/*)`, 2147483647, 2147483647)).toEqual(['bcrt1qtzs23vgzpreks5gtygwxf8tv5rldxvvsyfpdkg']);
  });

  test('behavior: combo leaves its public key output out', () => {
    expect(derive(`combo(${XPRV}/1/1/0)`)).toEqual([
      'mtfUoUax9L4tzXARpw1oTGxWyoogp52KhJ',
      'bcrt1qjqmxmkpmxt80xz4y3746zgt0q3u3ferr34acd5',
      '2NDvEwGfpEqJWfybzpKPHF2XH3jwoQV3D7x',
    ]);
  });

  test('error: outputs without an address, hardened steps without a private key', () => {
    expect(messageOf(() => derive(`pk(${XPRV})`))).toBe('Descriptor does not have a corresponding address');
    expect(messageOf(() => derive(`multi(1,${XPUB}/1/1/0,${XPUB}/1/1/1)`))).toBe('Descriptor does not have a corresponding address');
    expect(messageOf(() => derive(`wpkh(${XPUB}/1'/1/0)`))).toBe('Cannot derive script without private keys');
  });
});

describe('infer', () => {
  test.each([
    [`21${KEY}ac`, `pk(${KEY})`],
    [`5121${KEY}51ae`, `multi(1,${KEY})`],
    [`5120${KEY.slice(2)}`, `rawtr(${KEY.slice(2)})`],
    [`5120${'ff'.repeat(32)}`, `addr(${bech32m.encode('bcrt', [1, ...bech32m.toWords(new Uint8Array(32).fill(0xff))])})`],
    ['0014751e76e8199196d454941c45d1b3a323f1433bd6', 'addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)'],
    ['51024e73', 'addr(bcrt1pfeesnyr2tx)'],
    ['6a026869', 'raw(6a026869)'],
  ])('default: %s', (script, text) => {
    expect(inferDescriptor(fromHex(script))).toBe(addChecksum(text));
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DescriptorError) return error.message;
    throw error;
  }
  return 'no error';
}
