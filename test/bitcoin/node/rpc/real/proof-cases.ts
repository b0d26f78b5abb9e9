import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { createMerkleProof, parseMerkleProof, serializeMerkleProof } from '#dist/bitcoin/protocol/codec/merkle-proof.js';
import { hex, TRUE_ADDRESS } from '../../harness.js';
import { type Case, calls } from './case.js';
import { ANY, BAD_HASHES, UNKNOWN } from './chain-cases.js';
import type { RpcClient } from './client.js';
import { PAYMENTS, type World } from './world.js';

/** Proofs of the gallery block, whole and broken. */
export async function proofCases({ gallery, spends, coinbases, hashes, waiting }: World, node: RpcClient): Promise<Case[]> {
  const others = Object.values(spends).map(({ txid }) => txid);
  const proof: string = await node.call('gettxoutproof', [gallery.txid, others[2]]);
  const parsed = () => parseMerkleProof(hex(proof));
  const changed = (change: Partial<ReturnType<typeof parsed>>) => toHex(serializeMerkleProof({ ...parsed(), ...change }));
  const foreign = { ...parsed().header, nonce: 7 };
  return [
    ...calls('gettxoutproof', [
      [[gallery.txid]],
      [[gallery.txid, ...others]],
      ...others.map((txid) => [[txid]]),
      [[coinbases[5]]],
      [[coinbases[5]], hashes[5]],
      [[coinbases[5]], hashes[6]],
      [[coinbases[5]], UNKNOWN],
      [[coinbases[5]], '00'],
      [[coinbases[5], coinbases[6]]],
      [[UNKNOWN]],
      [[UNKNOWN, gallery.txid]],
      [[gallery.txid, UNKNOWN]],
      [[waiting[0]]],
      [[gallery.txid, gallery.txid]],
      [[]],
      [],
      [[gallery.txid], hashes[1], {}, 1],
      ...BAD_HASHES.map((text) => [[text]]),
      ...ANY.map((value) => [value]),
      ...ANY.map((value) => [[value]]),
    ]),
    ...calls(
      'getdescriptoractivity',
      [
        [[gallery.hash], [`addr(${TRUE_ADDRESS})`]],
        [[gallery.hash, hashes[3], gallery.hash], Object.values(PAYMENTS).map(({ address }) => `addr(${address})`)],
        [[gallery.hash], [{ desc: `addr(${PAYMENTS.p2wpkh.address})` }], false],
        [[hashes[120]], [`addr(${TRUE_ADDRESS})`]],
        [[], [`addr(${TRUE_ADDRESS})`]],
        [[], [`addr(${PAYMENTS.p2tr.address})`], true],
        [[], []],
        [[UNKNOWN], []],
        [['00'], []],
        [[hashes[1]], ['nope']],
        [[hashes[1]]],
        [],
        [[], [], true, 1],
        ...ANY.map((value) => [value, []]),
        ...ANY.map((value) => [[value], []]),
        ...ANY.map((value) => [[], value]),
        ...ANY.map((value) => [[], [value]]),
        ...ANY.map((value) => [[], [], value]),
      ],
      'unordered',
    ),
    ...calls('verifytxoutproof', [
      [proof],
      [proof.toUpperCase()],
      [`${proof}00`],
      [proof.slice(0, -2)],
      [proof.slice(0, 100)],
      [changed({ total: 0 })],
      [changed({ total: 6 })],
      [changed({ total: 9 })],
      [changed({ total: 100_000_000 })],
      [changed({ hashes: parsed().hashes.slice(1) })],
      [changed({ hashes: [...parsed().hashes, new Uint8Array(32)] })],
      [changed({ bits: [] })],
      [changed({ bits: Array(8).fill(false) })],
      [changed({ header: foreign })],
      [toHex(serializeMerkleProof(createMerkleProof(foreign, [foreign.merkleRoot], () => true)))],
      [''],
      ['zz'],
      ['0'],
      [],
      ...ANY.map((value) => [value]),
    ]),
  ];
}
