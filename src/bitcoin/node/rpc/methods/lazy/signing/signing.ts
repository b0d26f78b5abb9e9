import { createTurns } from '../../../../../../base/turns.js';
import { hashToHex, toHex } from '../../../../../protocol/codec/hex.js';
import { MAX_MONEY, outPointKey, type Transaction, type TxIn, type TxOut } from '../../../../../protocol/codec/transaction.js';
import { createSignatureChecker } from '../../../../../protocol/script/interpreter/checker.js';
import { scriptErrorText } from '../../../../../protocol/script/interpreter/error.js';
import { STANDARD_FLAGS } from '../../../../../protocol/script/interpreter/flags.js';
import { verifyScript } from '../../../../../protocol/script/interpreter/verify.js';
import { SIGHASH } from '../../../../../protocol/script/sighash/sighash.js';
import { createTransactionHashes } from '../../../../../protocol/script/sighash/transaction-hashes.js';
import { produceSignature } from '../../../../../protocol/script/signing/produce-signature.js';
import { createSignatureCreator } from '../../../../../protocol/script/signing/signature-creator.js';
import {
  emptySignatureData,
  mergeSignatureData,
  type SignatureData,
  signatureData,
} from '../../../../../protocol/script/signing/signature-data.js';
import { NO_KEYS, type SigningKeys } from '../../../../../protocol/script/signing/signing-keys.js';
import type { Coin } from '../../../../chain/coin.js';
import { txHex } from '../../../../chain/tx-record.js';
import type { NodeCore } from '../../../../core.js';
import { hashTypeOf } from '../../../arguments/hash-type.js';
import { addPreviousOutputs } from '../../../arguments/previous-outputs.js';
import { decodeOrFail, decodeTransaction } from '../../../decode/decode-transaction.js';
import { RPC_CODE, RpcError, wrongType } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import { createKeyStore } from '../../../keys/signing-keys.js';
import type { Method } from '../../../method.js';

/** Signing of transactions, and combination of signatures. */
export const SIGNING_METHODS: Method[] = [
  {
    name: 'signrawtransactionwithkey',
    category: 'Rawtransactions',
    description: 'Signs the inputs of a transaction for which there are keys.',
    parameters: [
      { name: 'hexstring', type: 'hex', description: 'The transaction.' },
      { name: 'privkeys', usage: '["privatekey",...]', type: 'array', description: 'The keys in wallet import format.' },
      {
        name: 'prevtxs',
        usage: '[{"txid":"hex","vout":n,"scriptPubKey":"hex","redeemScript":"hex","witnessScript":"hex","amount":amount},...]',
        type: 'array',
        description: 'Spent outputs that the node does not know, and scripts.',
        default: '',
      },
      { name: 'sighashtype', type: 'string', description: 'The hash type of signatures.', default: '"DEFAULT for Taproot, ALL otherwise"' },
    ],
    result: '{...} (object) the transaction in hex, whether it is complete, and the errors',
    handler: (args, { core }) => {
      const tx = decodeOrFail(args.string('hexstring'));
      const keys = createKeyStore(args.array('privkeys'));
      const coins = knownCoins(tx, core);
      if (args.has('prevtxs')) addPreviousOutputs(args.array('prevtxs'), coins, keys);
      return signKnown(tx, coins, keys, hashTypeOf(args.has('sighashtype') ? args.string('sighashtype') : 'DEFAULT'));
    },
  },
  {
    name: 'combinerawtransaction',
    category: 'Rawtransactions',
    description: 'Combines the signatures of several copies of a transaction.',
    parameters: [{ name: 'txs', usage: '["hexstring",...]', type: 'array', description: 'The partially signed copies.' }],
    result: '"hex" (string) the transaction',
    handler: (args, { core }) => {
      const copies = args.array('txs').map((text, index) => {
        if (typeof text !== 'string') throw wrongType(text, 'string');
        const tx = decodeTransaction(text);
        if (tx !== undefined) return tx;
        const message = `TX decode failed for tx ${index}. Make sure the tx has at least one input.`;
        throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, message);
      });
      const [first] = copies;
      if (first === undefined) throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, 'Missing transactions');
      return txHex(combine(first, copies, core));
    },
  },
];

/** Returns the coins of the inputs in the chain or the mempool, including coins that the mempool spends. */
export function knownCoins(tx: Transaction, { chain, mempool }: NodeCore): Map<string, Coin> {
  const coins = new Map<string, Coin>();
  for (const { previous } of tx.inputs) {
    const key = outPointKey(previous);
    const coin = mempool.pool.coin(key) ?? chain.coin(key);
    if (coin !== undefined) coins.set(key, coin);
  }
  return coins;
}

/** A placeholder for an unknown coin, so that inputs and coins have the same indexes. */
const NO_COIN: TxOut = { value: 0n, scriptPubKey: new Uint8Array() };

function spentBy(tx: Transaction, coins: Map<string, Coin>): TxOut[] {
  return tx.inputs.map(({ previous }) => coins.get(outPointKey(previous)) ?? NO_COIN);
}

/** Signs the inputs for which there are keys, and reports why the others are incomplete. Other calls are answered meanwhile. */
export async function signKnown(unsigned: Transaction, coins: Map<string, Coin>, keys: SigningKeys, hashType: number): Promise<JsonObject> {
  const tx = { ...unsigned, inputs: [...unsigned.inputs] };
  const spent = spentBy(tx, coins);
  const allKnown = tx.inputs.every(({ previous }) => coins.has(outPointKey(previous)));
  const hashes = createTransactionHashes(tx, spent);
  const single = (hashType & ~SIGHASH.ANYONECANPAY) === SIGHASH.SINGLE;
  const errors: JsonObject[] = [];
  const turn = createTurns();
  for (const [index, input] of unsigned.inputs.entries()) {
    await turn();
    const coin = coins.get(outPointKey(input.previous));
    if (coin === undefined) {
      errors.push(faultJson(input, 'Input not found or already spent'));
      continue;
    }
    const known = signatureData(unsigned, index, spent);
    // The hash of SINGLE without a matching output is a constant, which is unsafe to sign.
    const canSign = !single || index < tx.outputs.length;
    const creator = createSignatureCreator({ tx: unsigned, index, coin, spent: allKnown ? spent : undefined, hashType, hashes });
    const data = canSign ? produceSignature(coin.scriptPubKey, creator, keys, known) : known;
    const signed = withData(input, data);
    tx.inputs[index] = signed;
    if (coin.value === MAX_MONEY && signed.witness.length > 0) {
      throw new RpcError(RPC_CODE.TYPE_ERROR, `Missing amount for ${describe(coin)}`);
    }
    const fault = data.complete ? undefined : whyNot(tx, index, spent);
    if (fault !== undefined) errors.push(faultJson(signed, fault));
  }
  return { hex: txHex(tx), complete: errors.length === 0, errors: errors.length === 0 ? undefined : errors };
}

function combine(first: Transaction, copies: Transaction[], core: NodeCore): Transaction {
  const coins = knownCoins(first, core);
  const spent = spentBy(first, coins);
  const inputs = first.inputs.map((input, index) => {
    const coin = coins.get(outPointKey(input.previous));
    if (coin === undefined) throw new RpcError(RPC_CODE.VERIFY_ERROR, 'Input not found or already spent');
    const known = copies
      .filter((copy) => copy.inputs.length > index)
      .map((copy) => signatureData(copy, index, spentBy(copy, coins), { readsTaproot: false }));
    const merged = known.reduce(mergeSignatureData, emptySignatureData());
    const creator = createSignatureCreator({ tx: first, index, coin, spent, hashType: SIGHASH.ALL });
    return withData(input, produceSignature(coin.scriptPubKey, creator, NO_KEYS, merged));
  });
  return { ...first, inputs };
}

function withData(input: TxIn, { scriptSig, witness }: SignatureData): TxIn {
  return { ...input, scriptSig, witness };
}

/** Returns Core's message for an incomplete input (`SignTransaction`). */
function whyNot(tx: Transaction, index: number, spent: TxOut[]): string | undefined {
  const { scriptSig = new Uint8Array(), witness = [] } = tx.inputs[index] ?? {};
  const script = spent[index]?.scriptPubKey ?? new Uint8Array();
  const code = verifyScript(scriptSig, script, witness, STANDARD_FLAGS, createSignatureChecker(tx, index, spent));
  if (code === 'INVALID_STACK_OPERATION') return 'Unable to sign input, invalid stack size (possibly missing key)';
  if (code === 'SIG_NULLFAIL') return 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)';
  return code && scriptErrorText(code);
}

function faultJson({ previous, witness, scriptSig, sequence }: TxIn, error: string): JsonObject {
  return {
    txid: hashToHex(previous.hash),
    vout: previous.index,
    witness: witness.map(toHex),
    scriptSig: toHex(scriptSig),
    sequence,
    error,
  };
}

/** Formats an output as Core's `CTxOut::ToString`. */
function describe({ value, scriptPubKey }: TxOut): string {
  const [whole, rest] = [value / 100_000_000n, `${value % 100_000_000n}`.padStart(8, '0')];
  return `CTxOut(nValue=${whole}.${rest}, scriptPubKey=${toHex(scriptPubKey).slice(0, 30)})`;
}
