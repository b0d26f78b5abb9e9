import { meetsTarget } from '#dist/bitcoin/node/chain/validation/check-block.js';
import { grindNonce } from '#dist/bitcoin/node/mining/grind.js';
import {
  type BlockHeader,
  blockHash,
  parseBlock,
  parseBlockHeader,
  serializeBlock,
  serializeBlockHeader,
} from '#dist/bitcoin/protocol/codec/block.js';
import { hashToHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { hex, TRUE_ADDRESS } from '../../harness.js';
import { txidOf } from '../../transactions.js';
import { type Case, call, calls, named } from './case.js';
import { ANY, BAD_HASHES, UNKNOWN } from './chain-cases.js';
import type { RpcClient } from './client.js';
import type { World } from './world.js';

const SEGWIT = { rules: ['segwit'] };

/** Templates, proposals, headers, and fees that are added in thought. */
export async function miningCases({ hashes, waiting, tip }: World, node: RpcClient): Promise<Case[]> {
  const block: string = await node.call('getblock', hashes[3], 0);
  const next: string = (await node.call('generateblock', TRUE_ADDRESS, [], false)).hex;
  const proposal = (data: unknown) => call('getblocktemplate', [{ mode: 'proposal', data }]);
  const changed = (change: (block: ReturnType<typeof parseBlock>) => void) => {
    const copy = parseBlock(hex(next));
    change(copy);
    return copy;
  };
  const header = (change: (block: ReturnType<typeof parseBlock>) => void) => {
    const copy = changed(change);
    copy.header.nonce = grindNonce(copy.header, () => false) ?? 0;
    return toHex(serializeBlockHeader(copy.header));
  };
  return [
    ...calls('getblocktemplate', [
      [SEGWIT],
      [{ ...SEGWIT, mode: 'template' }],
      [{ rules: ['segwit', 'taproot', 'nope'] }],
      [{ ...SEGWIT, mode: null }],
      [{ ...SEGWIT, capabilities: ['longpoll', 'x'] }],
      [{ rules: [] }],
      [{ rules: ['taproot'] }],
      [{ rules: 'segwit' }],
      [{ rules: [1] }],
      [{ ...SEGWIT, mode: 'nope' }],
      [{ ...SEGWIT, mode: 5 }],
      [{ ...SEGWIT, longpollid: '00' }],
      [{ ...SEGWIT, longpollid: UNKNOWN }],
      [{}],
      [],
      [SEGWIT, 1],
      ...ANY.map((value) => [value]),
    ]),
    ...ANY.map(proposal),
    proposal(block),
    proposal(next),
    proposal(next.slice(0, -2)),
    proposal(toHex(serializeBlock(changed((copy) => copy.transactions.pop())))),
    proposal(toHex(serializeBlock(changed((copy) => (copy.header.previous = new Uint8Array(32)))))),
    proposal(toHex(serializeBlock(changed((copy) => (copy.header.time = 1))))),
    proposal(toHex(serializeBlock(changed((copy) => (copy.header.merkleRoot = new Uint8Array(32)))))),
    ...named('submitheader', {
      'of the tip': [(await node.call('getblockheader', hashes[tip.height], false)) as string],
      'of an unknown parent': [header((copy) => (copy.header.previous = new Uint8Array(32).fill(7)))],
      'of an early time': [header((copy) => (copy.header.time = 1))],
      'of a late time': [header((copy) => (copy.header.time += 9_000))],
      'of version 3': [header((copy) => (copy.header.version = 3))],
      'of other bits': [header((copy) => (copy.header.bits = 0x207ffffe))],
      'without work': [toHex(serializeBlockHeader(withoutWork(changed(() => undefined))))],
      'that is too short': ['00'],
      'that is a block': [block],
      'that is no hex': ['zz'],
      'of nothing': [''],
      'that is missing': [],
      'and more': ['00', 1],
    }),
    ...calls(
      'submitheader',
      ANY.map((value) => [value]),
    ),
    ...calls('prioritisetransaction', [
      [waiting[1], null, 4_000],
      [waiting[1], 0, 1_000],
      [UNKNOWN, null, -500],
      ...BAD_HASHES.map((text) => [text, 0, 1]),
      ...ANY.map((value) => [value, 0, 1]),
      ...[true, 'x', '', [], [1], {}, { x: 1 }].map((value) => [UNKNOWN, value, 0]),
      ...ANY.filter((value) => typeof value !== 'number').map((value) => [UNKNOWN, 0, value]),
      [UNKNOWN, 0, 1.5],
      [UNKNOWN, 0, 1, 1],
      { txid: waiting[1], fee_delta: 5 },
    ]),
    ...calls('getprioritisedtransactions', [[], [1]]),
    ...waiting.map((txid) => call('getmempoolentry', [txid])),
    call('getmempoolinfo'),
    ...calls('prioritisetransaction', [
      [waiting[1], 0, -5_005],
      [UNKNOWN, 0, 500],
    ]),
    call('getprioritisedtransactions'),
    ...named('prioritisetransaction', { 'with a priority': [UNKNOWN, 1, 0], 'with a priority that is no whole number': [UNKNOWN, 1.5, 0] }),
  ];
}

/** Headers, of which the block of the first comes in the end. */
export async function headerCases({ hashes, coinbases }: World, node: RpcClient): Promise<Case[]> {
  const { hex: block, hash } = await node.call('generateblock', TRUE_ADDRESS, [], false);
  const first = parseBlock(hex(block)).header;
  const child = headerOn(first, 1);
  const grandchild = headerOn(child, 2);
  const old = parseBlockHeader(hex(await node.call('getblockheader', hashes[100], false)));
  const branch = headerOn(old, 3);
  const state = [
    // bitcoind lists branches of equal length as they lie in its memory.
    call('getchaintips', [], 'unordered'),
    ...['getblockchaininfo', 'getchainstates', 'getblockcount', 'getbestblockhash'].map((method) => call(method)),
  ];
  const hashOf = (header: BlockHeader) => hashToHex(blockHash(header));
  const submit = (header: BlockHeader) => call('submitheader', [toHex(serializeBlockHeader(header))]);
  const about = (header: string) => [
    call('getblockheader', [header]),
    call('getblockheader', [header, false]),
    ...[0, 1, 2, 3].map((verbosity) => call('getblock', [header, verbosity])),
    call('getblockstats', [header]),
    call('getdeploymentinfo', [header]),
    call('getchaintxstats', [1, header]),
    call('getrawtransaction', [coinbases[1], 1, header]),
    call('gettxoutproof', [[coinbases[1]], header]),
    call('getdescriptoractivity', [[header], []]),
    call('waitforblock', [header, 1]),
    call('preciousblock', [header]),
  ];
  return [
    submit(child),
    ...[first, first, child, grandchild, branch].flatMap((header) => [submit(header), ...state]),
    ...[hash, hashOf(grandchild), hashOf(branch)].flatMap(about),
    call('getblocktemplate', [{ mode: 'proposal', data: block }]),
    call('invalidateblock', [hashOf(child)]),
    ...state,
    submit(child),
    submit(grandchild),
    submit(headerOn(grandchild, 4)),
    call('reconsiderblock', [hashOf(grandchild)]),
    ...state,
    call('invalidateblock', [hash]),
    ...state,
    call('submitblock', [block]),
    call('getblocktemplate', [{ mode: 'proposal', data: block }]),
    call('reconsiderblock', [hash]),
    call('submitblock', [block]),
    ...state,
    ...about(hash),
    submit(first),
    call('invalidateblock', [hash]),
    ...state,
    call('reconsiderblock', [hash]),
    ...state,
  ];
}

/** Three blocks, each on top of the one before, of which the first comes last. @param blocks in hex @param hashes of them */
export function earlyBlockCases([first, second, third]: [string, string, string], hashes: string[]): Case[] {
  const coinbases = [first, second, third].map((block) => txidOf(parseBlock(hex(block)).transactions[0]!));
  const header = (block: string) => block.slice(0, 160);
  const state = ['getchaintips', 'getblockchaininfo', 'getblockcount', 'getbestblockhash'].map((method) => call(method, [], 'unordered'));
  const submit = (...blocks: string[]) => blocks.map((block) => call('submitblock', [block]));
  return [
    ...submit(second),
    call('submitheader', [header(first)]),
    ...submit(third, second, second),
    ...state,
    ...submit(third, third, `${second.slice(0, -8)}00000000`),
    ...hashes.flatMap((hash) => [call('getblockheader', [hash]), call('preciousblock', [hash])]),
    ...hashes.flatMap((hash) => [...[0, 1, 2, 3].map((verbosity) => call('getblock', [hash, verbosity])), call('getblockstats', [hash])]),
    ...hashes.map((hash, place) => call('gettxoutproof', [[coinbases[place]], hash])),
    ...hashes.map((hash, place) => call('getrawtransaction', [coinbases[place], 1, hash])),
    call('invalidateblock', [hashes[1]]),
    ...submit(second, third),
    ...state,
    call('reconsiderblock', [hashes[1]]),
    ...state,
    ...submit(first, first, second),
    ...state,
    ...hashes.map((hash) => call('getblock', [hash, 2])),
    call('gettxoutsetinfo'),
    call('invalidateblock', [hashes[0]]),
    ...state,
  ];
}

/** A header on top of another one, without a block. @param nonce the first nonce to try */
function headerOn(parent: BlockHeader, nonce: number): BlockHeader {
  const header = { ...parent, previous: blockHash(parent), merkleRoot: new Uint8Array(32).fill(nonce), time: parent.time + 1, nonce };
  while (!meetsTarget(blockHash(header))) header.nonce++;
  return header;
}

function withoutWork({ header }: ReturnType<typeof parseBlock>) {
  while (meetsTarget(blockHash(header))) header.nonce++;
  return header;
}
