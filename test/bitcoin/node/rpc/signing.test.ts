import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeWif } from '#dist/bitcoin/protocol/address/encoding/wif.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { publicKeyOf } from '#dist/bitcoin/protocol/crypto/key.js';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';

const KEYS = [1, 2, 3].map((n) => new Uint8Array(32).fill(n));
const [ALICE, BOB, CAROL] = KEYS.map((privateKey) => encodeWif({ privateKey, compressed: true })) as [string, string, string];
const PUBLIC = KEYS.map((key) => toHex(publicKeyOf(key)));

let rpc: RpcNode;
beforeAll(async () => {
  rpc = await startRpcNode();
});
afterAll(() => rpc[Symbol.asyncDispose]());

/** An unsigned spend of a coinbase of an address, and the output that it spends. */
async function unsigned(address: string) {
  const [hash] = await rpc.call('generatetoaddress', 1, address);
  await rpc.call('generatetoaddress', 100, TRUE_ADDRESS);
  const [{ txid, vout }] = (await rpc.call('getblock', hash, 2)).tx;
  const [{ value, scriptPubKey }] = vout;
  const raw = await rpc.call('createrawtransaction', [{ txid, vout: 0 }], [{ [TRUE_ADDRESS]: (value - 0.001).toFixed(8) }]);
  return { raw, previous: { txid, vout: 0, scriptPubKey: scriptPubKey.hex, amount: value } };
}

test.each(['legacy', 'p2sh-segwit', 'bech32'])(
  'behavior: two of three sign a %s multisig apart, and their signatures are put together',
  async (type) => {
    const { address, redeemScript } = await rpc.call('createmultisig', 2, PUBLIC, type);
    const { raw, previous } = await unsigned(address);
    const script = type === 'legacy' ? { redeemScript } : { witnessScript: redeemScript };
    const sign = (text: string, key: string) => rpc.call('signrawtransactionwithkey', text, [key], [{ ...previous, ...script }]);
    const [first, second] = [await sign(raw, ALICE), await sign(raw, CAROL)];
    expect([first.complete, second.complete]).toEqual([false, false]);
    expect(first.errors).toHaveLength(1);
    const both = await rpc.call('combinerawtransaction', [first.hex, second.hex]);
    expect(both).toBe((await sign(first.hex, CAROL)).hex);
    expect(await sign(second.hex, BOB)).toMatchObject({ complete: true });
    expect(await rpc.call('sendrawtransaction', both)).toMatch(/^[0-9a-f]{64}$/);
  },
);

test.each([
  ['P2PKH', `pkh(${PUBLIC[0]})`],
  ['P2WPKH', `wpkh(${PUBLIC[0]})`],
  ['P2TR of a key as it is', `rawtr(${PUBLIC[0]})`],
])('behavior: %s is signed with a key', async (_, descriptor) => {
  const checked = await rpc.call('getdescriptorinfo', descriptor);
  const [address] = await rpc.call('deriveaddresses', checked.descriptor);
  const { raw } = await unsigned(address);
  expect(await rpc.call('signrawtransactionwithkey', raw, [BOB])).toMatchObject({ complete: false, errors: [{ vout: 0 }] });
  const { hex, complete } = await rpc.call('signrawtransactionwithkey', raw, [ALICE]);
  expect(complete).toBe(true);
  expect(await rpc.call('sendrawtransaction', hex)).toMatch(/^[0-9a-f]{64}$/);
});

test('error: an unknown output, and one without its amount', async () => {
  const { descriptor } = await rpc.call('getdescriptorinfo', `wpkh(${PUBLIC[0]})`);
  const [address] = await rpc.call('deriveaddresses', descriptor);
  const { scriptPubKey } = await rpc.call('validateaddress', address);
  const input = { txid: '11'.repeat(32), vout: 0 };
  const raw = await rpc.call('createrawtransaction', [input], [{ data: '00' }]);
  expect((await rpc.call('signrawtransactionwithkey', raw, [ALICE])).errors[0].error).toBe('Input not found or already spent');
  expect(await rpc.failure('signrawtransactionwithkey', raw, [ALICE], [{ ...input, scriptPubKey }])).toEqual({
    code: -3,
    message: `Missing amount for CTxOut(nValue=21000000.00000000, scriptPubKey=${scriptPubKey.slice(0, 30)})`,
  });
});

test('behavior: a text signed with a key is verified for its address', async () => {
  const address = 'mrcNu71ztWjAQA6ww9kHiW3zBWSQidHXTQ';
  const signature = await rpc.call('signmessagewithprivkey', ALICE, 'hello');
  expect(await rpc.call('verifymessage', address, signature, 'hello')).toBe(true);
  expect(await rpc.call('verifymessage', address, signature, 'hallo')).toBe(false);
  expect(await rpc.call('verifymessage', address, Buffer.alloc(65, 255).toString('base64'), 'hello')).toBe(false);
});
