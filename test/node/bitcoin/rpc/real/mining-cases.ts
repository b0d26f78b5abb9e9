import { meetsTarget } from '#dist/node/bitcoin/chain/check-block.js';
import { blockHash, parseBlock, serializeBlock, serializeBlockHeader } from '#dist/node/bitcoin/codec/block.js';
import { toHex } from '#dist/node/bitcoin/codec/hex.js';
import { grindNonce } from '#dist/node/bitcoin/mining/grind.js';
import { hex, TRUE_ADDRESS } from '../../harness.js';
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

/** A header on top of the tip whose block never comes: a node that keeps headers shows it as a branch from then on. */
export async function newHeaderCase(node: RpcClient): Promise<Case[]> {
  const { hex: block } = await node.call('generateblock', TRUE_ADDRESS, [], false);
  return named('submitheader', { 'of a new block': [block.slice(0, 160)] });
}

function withoutWork({ header }: ReturnType<typeof parseBlock>) {
  while (meetsTarget(blockHash(header))) header.nonce++;
  return header;
}
