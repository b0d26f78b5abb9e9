import { describe, expect, test } from 'vitest';
import { addressScript, decodeAddress, encodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { decodeBase58, encodeBase58 } from '#dist/bitcoin/protocol/address/encoding/base58.js';
import { decodeWif, encodeWif } from '#dist/bitcoin/protocol/address/encoding/wif.js';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { fixture } from '../../node/fixture.js';
import { FORMATS, MAIN } from './formats.js';

type KeyVector = [text: string, hex: string, about: { chain: string; isPrivkey: boolean; isCompressed?: boolean; tryCaseFlip?: boolean }];

describe('base58', () => {
  test('default: base58_encode_decode.json', () => {
    const vectors = fixture('base58_encode_decode.json') as [string, string][];
    expect(vectors.length).toBeGreaterThan(10);
    for (const [hex, text] of vectors) {
      expect(encodeBase58(fromHex(hex))).toBe(text);
      expect(toHex(decodeBase58(text, 256) ?? new Uint8Array(1))).toBe(hex.toLowerCase());
    }
  });

  test('behavior: white space around the text is skipped, inside it is refused', () => {
    expect(toHex(decodeBase58(' \t\n\v\f\r skip \r\f\v\n\t ', 3) ?? new Uint8Array(0))).toBe('971a55');
    expect(decodeBase58(' \t\n\v\f\r skip \r\f\v\n\t a', 3)).toBeUndefined();
  });

  test('error: foreign characters and more bytes than allowed', () => {
    expect(decodeBase58('invalid', 100)).toBeUndefined();
    expect(decodeBase58('bad0IOl', 100)).toBeUndefined();
    expect(decodeBase58('good', 3)).toBeDefined();
    expect(decodeBase58('good', 2)).toBeUndefined();
    expect(decodeBase58('111', 2)).toBeUndefined();
  });
});

describe('key_io', () => {
  const valid = fixture('key_io_valid.json') as KeyVector[];

  test('default: key_io_valid.json', () => {
    expect(valid.length).toBeGreaterThan(60);
    for (const [text, hex, { chain, isPrivkey, isCompressed = true }] of valid) {
      const format = FORMATS[chain] ?? MAIN;
      if (isPrivkey) {
        expect(decodeWif(text, format), text).toEqual({ privateKey: fromHex(hex), compressed: isCompressed });
        expect(encodeWif({ privateKey: fromHex(hex), compressed: isCompressed }, format)).toBe(text);
        expect(decodeAddress(text, format), text).toHaveProperty('error');
      } else {
        expect(decodeAddress(text, format), text).toEqual({ scriptPubKey: fromHex(hex) });
        expect(encodeAddress(fromHex(hex), format)).toBe(text);
        expect(decodeWif(text, format), text).toBeUndefined();
      }
    }
  });

  test('behavior: the case of bech32 addresses does not matter, that of base58 does', () => {
    for (const [text, hex, { chain, tryCaseFlip = false, isPrivkey }] of valid) {
      if (isPrivkey) continue;
      const flipped = [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
      const decoded = decodeAddress(flipped, FORMATS[chain] ?? MAIN);
      if (tryCaseFlip) expect(decoded, text).toEqual({ scriptPubKey: fromHex(hex) });
      else expect(decoded, text).toHaveProperty('error');
    }
  });

  test('error: key_io_invalid.json is invalid on every network', () => {
    const invalid = fixture('key_io_invalid.json') as [string][];
    expect(invalid.length).toBeGreaterThan(60);
    for (const [text] of invalid) {
      for (const format of Object.values(FORMATS)) {
        expect(decodeAddress(text, format), text).toHaveProperty('error');
        expect(decodeWif(text, format), text).toBeUndefined();
      }
    }
  });
});

describe('validateaddress', () => {
  const { invalid, valid } = fixture('rpc_validateaddress.json') as { invalid: [string, string, number[]][]; valid: [string, string][] };

  test('default: the valid addresses of rpc_validateaddress.py', () => {
    for (const [text, script] of valid) expect(decodeAddress(text, MAIN)).toEqual({ scriptPubKey: fromHex(script) });
  });

  test.each(invalid)('error: %s: %s', (text, error, errorLocations) => {
    expect(decodeAddress(text, MAIN)).toEqual({ error, errorLocations });
  });
});

describe('regtest', () => {
  test.each([
    ['mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac'],
    ['2NAUYAHhujozruyzpsFRP63mbrdaU5wnEpN', 'a914bcfeb728b584253d5f3f70bcb780e9ef218a68f487'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    ['bcrt1pfeesnyr2tx', '51024e73'],
  ])('default: %s', (address, script) => {
    expect(toHex(addressScript(address))).toBe(script);
    expect(encodeAddress(fromHex(script))).toBe(address);
  });

  test.each([
    ['', 'Invalid checksum or length of Base58 address (P2PKH or P2SH)'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Invalid or unsupported Base58-encoded address.'],
    ['mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8s', 'Invalid checksum or length of Base58 address (P2PKH or P2SH)'],
  ])('error: %j', (address, error) => {
    expect(decodeAddress(address)).toEqual({ error, errorLocations: [] });
    expect(() => addressScript(address)).toThrow(error);
  });

  test('behavior: keys, bare multisig and data have no address', () => {
    for (const script of [`21${'02'.repeat(33)}ac`, `51${`21${'02'.repeat(33)}`}51ae`, '6a0401020304', '']) {
      expect(encodeAddress(fromHex(script))).toBeUndefined();
    }
  });
});
