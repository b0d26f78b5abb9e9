import { describe, expect, test } from 'vitest';
import { encodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { fromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { inferDescriptor } from '#dist/bitcoin/protocol/descriptor/infer-descriptor.js';
import { toAsm } from '#dist/bitcoin/protocol/script/asm.js';
import { pushData, pushNumber } from '#dist/bitcoin/protocol/script/build.js';
import { isPushOnly } from '#dist/bitcoin/protocol/script/instruction.js';
import { isUnspendable, matchScript } from '#dist/bitcoin/protocol/script/pattern.js';
import { countSigOps, legacySigOps, sigOpCost } from '#dist/bitcoin/protocol/script/sigops.js';
import { fixture } from '../../node/fixture.js';
import { assemble } from './assemble.js';
import { spend } from './spend.js';

type Decoded = { asm: string; type: string; desc: string; address?: string };

const KEY = '03b0da749730dc9b4b1f4a14d6902877a92541f5368778853d9c4a0cb7802dcfb2';
const SIGNATURE =
  '304502207fa7a6d1e0ee81132a269ad84e68d695483745cde8b541e3bf630749894e342a022100c1f7ab20e13e22fb95281a870f3dcf38d782e53023ee313d741ad0cfbc0c5090';

describe('rpc_decodescript.json', () => {
  test.each(fixture('rpc_decodescript.json') as [string, Decoded][])('default: %s', (hex, { asm, type, desc, address }) => {
    const script = fromHex(hex);
    expect(toAsm(script)).toBe(asm);
    expect(matchScript(script).type).toBe(type);
    expect(encodeAddress(script)).toBe(address);
    expect(inferDescriptor(script)).toBe(desc);
  });
});

describe('asm', () => {
  test.each([
    ['', ''],
    ['00', '0'],
    ['4f', '-1'],
    ['60', '16'],
    ['0481ffffff', '-2147483521'],
    ['0480000000', '128'],
    ['0180', '0'],
    ['050000000001', '0000000001'],
    ['b1b2ba', 'OP_CHECKLOCKTIMEVERIFY OP_CHECKSEQUENCEVERIFY OP_CHECKSIGADD'],
    ['4d', '[error]'],
    ['50ff', 'OP_RESERVED OP_INVALIDOPCODE'],
  ])('default: %s', (hex, asm) => {
    expect(toAsm(fromHex(hex))).toBe(asm);
  });

  test('behavior: hash types are named if requested, and never after OP_RETURN', () => {
    const scriptSig = fromHex(`48${SIGNATURE}8121${KEY}`);
    expect(toAsm(scriptSig, { sighashNames: true })).toBe(`${SIGNATURE}[ALL|ANYONECANPAY] ${KEY}`);
    expect(toAsm(scriptSig)).toBe(`${SIGNATURE}81 ${KEY}`);
    expect(toAsm(fromHex(`6a48${SIGNATURE}01`), { sighashNames: true })).toBe(`OP_RETURN ${SIGNATURE}01`);
    expect(toAsm(fromHex(`48${SIGNATURE}05`), { sighashNames: true })).toBe(`${SIGNATURE}05`);
  });
});

describe('patterns', () => {
  test.each([
    [`21${KEY}ac`, 'pubkey'],
    [`4104${'11'.repeat(64)}ac`, 'pubkey'],
    [`2104${KEY.slice(2)}ac`, 'nonstandard'],
    [`5121${KEY}51ae`, 'multisig'],
    [`5221${KEY}51ae`, 'nonstandard'],
    [`5121${KEY}52ae`, 'nonstandard'],
    [`0021${KEY}51ae`, 'nonstandard'],
    [`010121${KEY}51ae`, 'nonstandard'],
    [`5121${KEY}51aeae`, 'nonstandard'],
    [`51${`21${KEY}`.repeat(17)}0111ae`, 'multisig'],
    [`51${`21${KEY}`.repeat(17)}021100ae`, 'nonstandard'],
    [`51${`21${KEY}`.repeat(21)}0115ae`, 'nonstandard'],
    [`0014${'11'.repeat(20)}`, 'witness_v0_keyhash'],
    [`0015${'11'.repeat(21)}`, 'nonstandard'],
    ['51024e73', 'anchor'],
    ['51034e7300', 'witness_unknown'],
    ['52024e73', 'witness_unknown'],
    [`6028${'11'.repeat(40)}`, 'witness_unknown'],
    [`6029${'11'.repeat(41)}`, 'nonstandard'],
    ['6a', 'nulldata'],
    ['6a76', 'nonstandard'],
  ])('default: %s', (hex, type) => {
    expect(matchScript(fromHex(hex)).type).toBe(type);
  });

  test('behavior: unspendable are data and scripts that are too long', () => {
    expect([fromHex('6a'), new Uint8Array(10_001), new Uint8Array(10_000), fromHex('51')].map(isUnspendable)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('behavior: pushes', () => {
    expect([0, 1, 16, 17, -1, -2, 128, 500_000].map((value) => toHex(pushNumber(value)))).toEqual([
      '00',
      '51',
      '60',
      '0111',
      '4f',
      '0182',
      '028000',
      '0320a107',
    ]);
    expect([75, 76, 255, 256, 65_535, 65_536].map((length) => toHex(pushData(new Uint8Array(length))).slice(0, 10))).toEqual([
      '4b00000000',
      '4c4c000000',
      '4cff000000',
      '4d00010000',
      '4dffff0000',
      '4e00000100',
    ]);
    expect([assemble('0 16 RESERVED'), assemble('0 NOP'), fromHex('4c')].map((script) => isPushOnly(script))).toEqual([true, false, false]);
  });
});

describe('signature operations', () => {
  test.each([
    ['CHECKSIG CHECKSIGVERIFY', 2, 2],
    ['CHECKMULTISIG', 20, 20],
    ['2 CHECKMULTISIGVERIFY 16 CHECKMULTISIG', 40, 18],
    ['0 CHECKMULTISIG', 20, 20],
    ['CHECKSIG 0x4c', 1, 1],
    ['0x01ac', 0, 0],
  ])('default: %s', (script, legacy, accurate) => {
    expect(countSigOps(assemble(script), false)).toBe(legacy);
    expect(countSigOps(assemble(script), true)).toBe(accurate);
  });

  test('behavior: those of redeem scripts cost four, those of witnesses one', () => {
    const redeem = assemble('1 CHECKMULTISIG');
    const p2sh = fromHex(`a914${'11'.repeat(20)}87`);
    const cost = ({ tx, spent }: ReturnType<typeof spend>) => sigOpCost(tx, spent);
    expect(cost(spend(p2sh, [], { scriptSig: pushData(redeem) }))).toBe(4);
    expect(cost(spend(p2sh, [], { scriptSig: assemble('NOP') }))).toBe(0);
    expect(cost(spend(fromHex(`0014${'11'.repeat(20)}`), []))).toBe(1);
    expect(cost(spend(fromHex(`0020${'11'.repeat(32)}`), [assemble('2 CHECKMULTISIG')]))).toBe(2);
    expect(cost(spend(p2sh, [assemble('CHECKSIG')], { scriptSig: pushData(fromHex(`0020${'11'.repeat(32)}`)) }))).toBe(1);
    expect(cost(spend(fromHex(`5120${'11'.repeat(32)}`), [assemble('CHECKSIG')]))).toBe(0);
    const own = spend(assemble('1'), [], { scriptSig: assemble('CHECKSIG') });
    expect(legacySigOps(own.tx)).toBe(1);
    expect(cost(own)).toBe(4);
  });
});
