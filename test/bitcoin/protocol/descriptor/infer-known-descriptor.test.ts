import { describe, expect, test } from 'vitest';
import { collectKeys } from '#dist/bitcoin/node/rpc/keys/descriptor-keys.js';
import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { inferKnownDescriptor } from '#dist/bitcoin/protocol/descriptor/infer-known-descriptor.js';
import { parseDescriptor } from '#dist/bitcoin/protocol/descriptor/parse-descriptor.js';
import { NO_KEYS } from '#dist/bitcoin/protocol/script/signing/signing-keys.js';
import { startRpcNode } from '../../node/harness.js';

const A = '0250929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const B = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const XPUB = 'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
const C = '[0c5f9a1e/1/2]038afdb536a8f725491fc9ec6a297075d432b61c59ce319f53d0c74562b8979466';
const origin = (key: string) => `[${key === A ? '7c461e5d' : '06afd46b'}]${key}`;
const x = (key: string) => origin(key).replace(/\]0[23]/, ']');

/** A descriptor, and what bitcoind infers from its output at index 2. */
const DESCRIPTORS: [descriptor: string, inferred: string][] = [
  [`wsh(and_v(v:pk(${A}),older(10)))`, `wsh(and_v(v:pk(${origin(A)}),older(10)))`],
  [`sh(wsh(and_v(v:pk(${XPUB}/1/*),older(10))))`, `sh(wsh(and_v(v:pk(${C}),older(10))))`],
  [`wsh(or_d(pk(${A}),and_v(v:pkh(${B}),older(3))))`, `wsh(or_d(pk(${origin(A)}),and_v(v:pkh(${origin(B)}),older(3))))`],
  [`wsh(pkh(${A}))`, `wsh(pkh(${origin(A)}))`],
  [`sh(pkh(${A}))`, `sh(pkh(${origin(A)}))`],
  // Nobody sees that the keys were sorted.
  [`sh(sortedmulti(1,${B},${A}))`, `sh(multi(1,${origin(A)},${origin(B)}))`],
  [`tr(${A})`, `tr(${x(A)})`],
  [`rawtr(${A})`, `rawtr(${x(A)})`],
  [`tr(${A},and_v(v:pk(${B}),older(5)))`, `tr(${x(A)},and_v(v:pk(${x(B)}),older(5)))`],
  // No miniscript may repeat keys.
  [`tr(${A},multi_a(2,${B},${A},${B}))`, `tr(${x(A)},multi_a(2,${x(B)},${x(A)},${x(B)}))`],
  // Of two subtrees, that with the least script comes first.
  [
    `tr(${A},{pk(${B}),{pk(${XPUB}/1/*),multi_a(1,${B},${A})}})`,
    `tr(${x(A)},{{pk(${C.replace(']03', ']')}),multi_a(1,${x(B)},${x(A)})},pk(${x(B)})})`,
  ],
];

test.for(DESCRIPTORS)('the output of %s has the descriptor %s', ([descriptor, inferred]) => {
  const { ingredients, keys } = collectKeys();
  const [script] = parseDescriptor(descriptor).scripts(2, ingredients);
  expect(inferKnownDescriptor(script!, keys).replace(/#.*/, '')).toBe(inferred);
});

test('without what is known of it, an output has the descriptor of its address or its keys', () => {
  const [script] = parseDescriptor(`wsh(and_v(v:pk(${A}),older(10)))`).scripts(0);
  expect(inferKnownDescriptor(script!, NO_KEYS)).toMatch(/^addr\(bcrt1q/);
  expect(inferKnownDescriptor(fromHex(`5120${A.slice(2)}`), NO_KEYS)).toMatch(/^rawtr\(/);
});

describe('decodescript infers the miniscript of a witness script', () => {
  test.for([
    ['00', 'wsh(0)#a0qjqdfq'],
    [`21${A}ad5ab2`, `wsh(and_v(v:pk(${A}),older(10)))#t7xse4ta`],
    [`21${A}ac7c21${B}ac9b`, `wsh(or_b(pk(${A}),s:pk(${B})))#8kyl23cq`],
    [`82012088a820${'11'.repeat(32)}8821${A}ac`, `wsh(and_v(v:sha256(${'11'.repeat(32)}),pk(${A})))#r9qzlssv`],
    // Anyone could satisfy it, a key occurs twice, or a key is known by its hash only: these are no sane miniscript.
    ['51', 'addr(bcrt1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsqseac85)#vch92e55'],
    [`21${A}ac7c21${A}ac9b`, 'addr(bcrt1qq785ttx6pcfpu6pk7k7gvn3vwy0puh032s50ygzs4nnrtn6wlp0ssqtk2f)#yu7mw94y'],
    [
      '76a914751e76e8199196d454941c45d1b3a323f1433bd688ad5ab2',
      'addr(bcrt1qj6j9zn4pwa0mvarc7luptg7hjlc44fc900t0k9e4wqsw0ardvq7qxtqhtl)#w7rcp5zt',
    ],
  ] as const)('%s', async ([script, desc]) => {
    await using rpc = await startRpcNode();
    expect((await rpc.call('decodescript', script)).segwit.desc).toBe(desc);
  });
});
