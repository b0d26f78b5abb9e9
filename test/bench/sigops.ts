import { recordTx, txHex } from '#dist/bitcoin/node/chain/tx-record.js';
import { hashFromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { publicKeyOf, signEcdsa } from '#dist/bitcoin/protocol/crypto/key.js';
import { buildScript, pushNumber } from '#dist/bitcoin/protocol/script/build.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { payToWitness } from '#dist/bitcoin/protocol/script/pay-to.js';
import { SIGHASH, segwitSighash } from '#dist/bitcoin/protocol/script/sighash/sighash.js';
import { createTransactionHashes } from '#dist/bitcoin/protocol/script/sighash/transaction-hashes.js';
import { ADDRESS, firstCoin, pay } from './payments.js';
import type { Call } from './rpc-client.js';

/** A block may have 80,000. */
export const SIGNATURE_CHECKS = 79_200;
/** The first key signs, and OP_CHECKMULTISIG begins with the last one, so it checks the signature against each of them. */
const KEYS = Array.from({ length: 20 }, (_, at) => new Uint8Array(32).fill(at + 1));
/** As many as 201 operations allow. */
const MULTISIGS = 9;
const INPUTS = SIGNATURE_CHECKS / (KEYS.length * MULTISIGS);
const INPUTS_OF_TRANSACTION = 20;

const MULTISIG = [OP[1], ...KEYS.map((key) => publicKeyOf(key)), ...pushNumber(KEYS.length), OP.CHECKMULTISIGVERIFY];
const WITNESS_SCRIPT = buildScript([...Array.from({ length: MULTISIGS }, () => MULTISIG).flat(), OP[1]]);
const SCRIPT = payToWitness(sha256(WITNESS_SCRIPT));

/** Mines a block at the limit of signature checks, all of them executed. @returns ms of its checks and of its message */
export async function sigopsBlock(call: Call): Promise<number> {
  const coin = await firstCoin(call);
  const value = (coin.value - 1_000_000n) / BigInt(INPUTS);
  const outputs = Array.from({ length: INPUTS }, () => ({ value, scriptPubKey: SCRIPT }));
  const fan = pay(coin, outputs);
  await call('generateblock', ADDRESS, [txHex(fan)]);
  const { txid } = recordTx(fan);
  const spends = Array.from({ length: INPUTS / INPUTS_OF_TRANSACTION }, (_, at) => txHex(spend(txid, at * INPUTS_OF_TRANSACTION, value)));
  const begun = performance.now();
  await call('generateblock', ADDRESS, spends);
  return performance.now() - begun;
}

/** Spends the outputs from `first` on. */
function spend(txid: string, first: number, value: bigint): Transaction {
  const spent = Array.from({ length: INPUTS_OF_TRANSACTION }, () => ({ value, scriptPubKey: SCRIPT }));
  const tx: Transaction = {
    version: 2,
    inputs: spent.map((_, at) => ({
      previous: { hash: hashFromHex(txid), index: first + at },
      scriptSig: new Uint8Array(),
      sequence: 0xfffffffd,
      witness: [],
    })),
    outputs: [{ value, scriptPubKey: SCRIPT }],
    lockTime: 0,
  };
  const hashes = createTransactionHashes(tx, spent);
  const witnessOf = (index: number): Uint8Array[] => {
    const hash = segwitSighash(tx, index, WITNESS_SCRIPT, SIGHASH.ALL, value, hashes);
    const signature = Uint8Array.of(...signEcdsa(hash, KEYS[0] ?? new Uint8Array()), SIGHASH.ALL);
    return [...Array.from({ length: MULTISIGS }, () => [new Uint8Array(), signature]).flat(), WITNESS_SCRIPT];
  };
  return { ...tx, inputs: tx.inputs.map((input, index) => ({ ...input, witness: witnessOf(index) })) };
}
