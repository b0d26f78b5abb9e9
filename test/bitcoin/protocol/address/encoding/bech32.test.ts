import { describe, expect, test } from 'vitest';
import { decodeBech32, encodeBech32 } from '#dist/bitcoin/protocol/address/encoding/bech32.js';
import { locateBech32Errors } from '#dist/bitcoin/protocol/address/encoding/bech32-errors.js';

// The valid and invalid texts are those of BIP173 and BIP350; where the errors are is what Core finds.
describe('decode', () => {
  test.each([
    ['bech32', 'A12UEL5L'],
    ['bech32', 'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs'],
    ['bech32', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw'],
    ['bech32', '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j'],
    ['bech32', 'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w'],
    ['bech32', '?1ezyfcl'],
    ['bech32m', 'A1LQFN3A'],
    ['bech32m', 'an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6'],
    ['bech32m', 'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx'],
    ['bech32m', '11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8'],
    ['bech32m', 'split1checkupstagehandshakeupstreamerranterredcaperredlc445v'],
    ['bech32m', '?1v759aa'],
  ] as const)('default: %s %s', (encoding, text) => {
    const decoded = decodeBech32(text);
    expect(decoded?.encoding).toBe(encoding);
    expect(encodeBech32(encoding, decoded?.prefix ?? '', decoded?.values ?? [])).toBe(text.toLowerCase());
  });
});

describe('locate', () => {
  test.each<[text: string, error: string, locations: number[]]>([
    [' 1nwldj5', 'Invalid character or mixed case', [0]],
    ['\x7f1axkwrx', 'Invalid character or mixed case', [0]],
    ['\x801eym55h', 'Invalid character or mixed case', [0]],
    ['an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx', 'Bech32 string too long', [90]],
    ['pzry9x0s0muk', 'Missing separator', []],
    ['1pzry9x0s0muk', 'Invalid separator position', [0]],
    ['x1b4n0q5v', 'Invalid Base 32 character', [2]],
    ['li1dgmt3', 'Invalid separator position', [2]],
    ['de1lg7wt\xff', 'Invalid character or mixed case', [8]],
    ['A1G7SGD8', 'Invalid checksum', []],
    ['10a06t8', 'Invalid separator position', [0]],
    ['a12UEL5L', 'Invalid character or mixed case', [3, 4, 5, 7]],
    ['A12uEL5L', 'Invalid character or mixed case', [3]],
    ['abcdef1qpzrz9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', 'Invalid Bech32 checksum', [11]],
    ['test1zg69w7y6hn0aqy352euf40x77qddq3dc', 'Invalid Bech32 checksum', [9, 16]],
    ['qyrz8wqd2c9m', 'Missing separator', []],
    ['y1b0jsk6g', 'Invalid Base 32 character', [2]],
    ['in1muywd', 'Invalid separator position', [2]],
    ['mm1crxm3i', 'Invalid Base 32 character', [8]],
    ['M1VUXWEZ', 'Invalid checksum', []],
    ['abcdef1l7aum6echk45nj2s0wdvt2fg8x9yrzpqzd3ryx', 'Invalid Bech32m checksum', [21]],
    ['test1zg69v7y60n00qy352euf40x77qcusag6', 'Invalid Bech32m checksum', [13, 32]],
  ])('error: %j: %s', (text, error, locations) => {
    expect(decodeBech32(text)).toBeUndefined();
    expect(locateBech32Errors(text)).toEqual({ error, locations });
  });
});
