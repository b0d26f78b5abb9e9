import { grindNonce } from '#dist/bitcoin/node/mining/grind.js';
import { type Block, blockHash, merkleRoot, parseBlock, serializeBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex } from '../../harness.js';
import { makeTx } from '../../transactions.js';
import { type Case, named } from './case.js';
import { UNKNOWN } from './chain-cases.js';

/** Blocks made from a good one on top of the tip, each with one fault. None changes the chain. */
export function blockCases(template: { hex: string }): Case[] {
  const good = () => parseBlock(hex(template.hex));
  /** @param seal changes the header after the merkle root and before the nonce is found */
  const bad = (change: (block: Block, coinbase: Transaction) => void, seal: (block: Block) => void = () => undefined) => {
    const block = good();
    const [coinbase] = block.transactions;
    if (coinbase === undefined) throw new RangeError('no coinbase');
    change(block, coinbase);
    block.header.merkleRoot = merkleRoot(block.transactions);
    seal(block);
    block.header.nonce = grindNonce(block.header, () => false) ?? 0;
    return [toHex(serializeBlock(block))];
  };
  const header = (seal: (block: Block) => void) => bad(() => undefined, seal);
  const spend = makeTx({ inputs: [{ txid: UNKNOWN }], outputs: [{ value: 1n }] });
  return named('submitblock', {
    'without work': [toHex(serializeBlock(withoutWork(good())))],
    'that ends early': [template.hex.slice(0, -2)],
    'of an unknown parent': header((block) => {
      block.header.previous = new Uint8Array(32).fill(7);
    }),
    'of an unknown parent without work': [
      toHex(serializeBlock(withoutWork({ ...good(), header: { ...good().header, previous: new Uint8Array(32).fill(7) } }))),
    ],
    'of an unknown parent with another merkle root': header((block) => {
      block.header.previous = new Uint8Array(32).fill(7);
      block.header.merkleRoot = new Uint8Array(32);
    }),
    'with harder bits and no work': [toHex(serializeBlock({ ...good(), header: { ...good().header, bits: 0x1d00ffff } }))],
    'with easier bits': header((block) => {
      block.header.bits = 0x20400000;
    }),
    'with another merkle root': header((block) => {
      block.header.merkleRoot = new Uint8Array(32);
    }),
    'with other bits': header((block) => {
      block.header.bits = 0x207ffffe;
    }),
    'of version 1': header((block) => {
      block.header.version = 1;
    }),
    'of version 3': header((block) => {
      block.header.version = 3;
    }),
    'that is too old': header((block) => {
      block.header.time -= 7200;
    }),
    'of the far future': header((block) => {
      block.header.time += 3 * 3600;
    }),
    'without transactions': bad((block) => {
      block.transactions = [];
    }),
    'with two coinbases': bad((block, coinbase) => {
      block.transactions.push({
        ...coinbase,
        lockTime: 0,
        inputs: coinbase.inputs.map((input) => ({ ...input, scriptSig: hex('010203') })),
      });
    }),
    'without coinbase': bad((block) => {
      block.transactions = [spend];
    }),
    'that pays its miner a sat too much': bad((_, coinbase) => {
      for (const output of coinbase.outputs.slice(0, 1)) output.value += 1n;
    }),
    'that says another height': bad((_, coinbase) => {
      for (const input of coinbase.inputs) input.scriptSig = hex('0101');
    }),
    'with an empty coinbase script': bad((_, coinbase) => {
      for (const input of coinbase.inputs) input.scriptSig = new Uint8Array();
    }),
    'without outputs of the coinbase': bad((_, coinbase) => {
      coinbase.outputs = [];
    }),
    'with a wrong commitment': bad((_, coinbase) => {
      for (const output of coinbase.outputs.slice(1)) output.scriptPubKey = output.scriptPubKey.with(-1, 1);
    }),
    'with a reserved value of another size': bad((_, coinbase) => {
      for (const input of coinbase.inputs) input.witness = [new Uint8Array(31)];
    }),
    'with a coinbase that is locked': bad((_, coinbase) => {
      coinbase.lockTime = 5_000;
      for (const input of coinbase.inputs) input.sequence = 0;
    }),
    'with a witness that nothing commits to': bad((block, coinbase) => {
      coinbase.outputs = coinbase.outputs.slice(0, 1);
      block.transactions.push(spend);
    }),
    'with an input that nothing made': bad((block, coinbase) => {
      coinbase.outputs = coinbase.outputs.slice(0, 1);
      for (const input of coinbase.inputs) input.witness = [];
      block.transactions.push({ ...spend, inputs: spend.inputs.map((input) => ({ ...input, witness: [] })) });
    }),
    'with a transaction twice': bad((block, coinbase) => {
      coinbase.outputs = coinbase.outputs.slice(0, 1);
      for (const input of coinbase.inputs) input.witness = [];
      const plain = { ...spend, inputs: spend.inputs.map((input) => ({ ...input, witness: [] })) };
      block.transactions.push(plain, plain);
    }),
  });
}

/** Counts the nonce up until the hash is above the target. */
function withoutWork(block: Block): Block {
  while ((blockHash(block.header)[31] ?? 0) < 0x80) block.header.nonce++;
  return block;
}

/** The block without the witness of its coinbase, which `submitblock` adds. */
export function withoutReservedValue(template: string): string {
  const block = parseBlock(hex(template));
  for (const input of block.transactions[0]?.inputs ?? []) input.witness = [];
  return toHex(serializeBlock(block));
}
