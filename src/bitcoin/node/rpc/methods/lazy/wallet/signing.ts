import { inTurns, mapInTurns } from '../../../../../../base/turns.js';
import { outPointKey } from '../../../../../protocol/codec/transaction.js';
import { hash160 } from '../../../../../protocol/crypto/hash.js';
import { coinOf, spentCoinSteps } from '../../../../../protocol/psbt/coin.js';
import { fields, INPUT, type Psbt, type PsbtMap } from '../../../../../protocol/psbt/psbt.js';
import { extractTransaction } from '../../../../../protocol/psbt/roles.js';
import { isSigned } from '../../../../../protocol/psbt/sign.js';
import { buildScript } from '../../../../../protocol/script/build.js';
import { OP } from '../../../../../protocol/script/opcodes.js';
import { matchScript } from '../../../../../protocol/script/pattern.js';
import { payToKeyHash, payToScriptHash, payToWitness } from '../../../../../protocol/script/pay-to.js';
import { taprootOutput } from '../../../../../protocol/script/taproot/taproot-output.js';
import { txHex } from '../../../../chain/tx-record.js';
import { ownOutput } from '../../../../wallet/coins.js';
import type { WalletView } from '../../../../wallet/history.js';
import { keySteps } from '../../../../wallet/keys.js';
import { hashTypeOf } from '../../../arguments/hash-type.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { addPreviousOutputs } from '../../../arguments/previous-outputs.js';
import { decodePsbt, encodePsbt } from '../../../decode/decode-psbt.js';
import { decodeOrFail } from '../../../decode/decode-transaction.js';
import type { Method } from '../../../method.js';
import { dropTransactions, processPsbt } from '../signing/psbt-signing.js';
import { knownCoins, signKnown } from '../signing/signing.js';
import { expectUnlocked, walletOf } from './wallet-of.js';

const HASH_TYPE: Parameter = {
  name: 'sighashtype',
  type: 'string',
  description: 'The hash type of signatures.',
  default: '"DEFAULT for Taproot, ALL otherwise"',
};
export const ORIGINS: Parameter = { name: 'bip32derivs', type: 'boolean', description: 'Include the origins of keys.', default: 'true' };

/** Signing with the wallet's keys. */
export const WALLET_SIGNING_METHODS: Method[] = [
  {
    name: 'signrawtransactionwithwallet',
    category: 'Wallet',
    description: "Signs a transaction with the wallet's keys.",
    parameters: [
      { name: 'hexstring', type: 'hex', description: 'The transaction.' },
      {
        name: 'prevtxs',
        usage: '[{"txid":"hex","vout":n,"scriptPubKey":"hex","redeemScript":"hex","witnessScript":"hex","amount":amount},...]',
        type: 'array',
        description: 'Spent outputs that the node does not know. The wallet has their scripts.',
        default: '',
      },
      HASH_TYPE,
    ],
    result: '{...} (object) the transaction in hex, whether it is complete, and the errors',
    handler: async (args, context) => {
      const view = walletOf(context);
      const tx = decodeOrFail(args.string('hexstring'));
      const coins = knownCoins(tx, context.core);
      if (args.has('prevtxs')) addPreviousOutputs(args.array('prevtxs'), coins);
      const scripts = tx.inputs.flatMap(({ previous }) => coins.get(outPointKey(previous))?.scriptPubKey ?? []);
      expectUnlocked(view);
      const hashType = hashTypeOf(args.has('sighashtype') ? args.string('sighashtype') : 'DEFAULT');
      if (view.state.descriptors.size === 0) return { hex: txHex(tx), complete: false };
      return signKnown(tx, coins, await inTurns(keySteps(view.state, scripts)), hashType);
    },
  },
  {
    name: 'walletprocesspsbt',
    category: 'Wallet',
    description: "Adds the wallet's data to a PSBT, and signs with its keys.",
    parameters: [
      { name: 'psbt', type: 'string', description: 'The PSBT in base64.' },
      { name: 'sign', type: 'boolean', description: 'Sign.', default: 'true' },
      HASH_TYPE,
      ORIGINS,
      { name: 'finalize', type: 'boolean', description: 'Finalize complete inputs.', default: 'true' },
    ],
    result: '{...} (object) the PSBT, whether it is complete, and the complete transaction',
    handler: async (args, context) => {
      const view = walletOf(context);
      const psbt = await decodePsbt(args.string('psbt'));
      const flag = (name: string) => !args.has(name) || args.boolean(name);
      if (flag('sign')) expectUnlocked(view);
      await fillPsbt(view, psbt, {
        sign: flag('sign'),
        origins: flag('bip32derivs'),
        finalize: flag('finalize'),
        hashType: args.has('sighashtype') ? hashTypeOf(args.string('sighashtype')) : undefined,
      });
      const spent = await inTurns(spentCoinSteps(psbt));
      const signed = await mapInTurns(psbt.inputs.keys(), (index) => isSigned(psbt, index, spent));
      const complete = signed.every((each) => each);
      return { psbt: encodePsbt(psbt), complete, hex: complete ? txHex(extractTransaction(psbt)) : undefined };
    },
  },
];

export type FillOptions = { sign: boolean; origins: boolean; finalize: boolean; hashType?: number | undefined };

/** Adds the wallet's data to a PSBT. Other calls are answered meanwhile. */
export async function fillPsbt(view: WalletView, psbt: Psbt, { sign, origins, finalize, hashType }: FillOptions): Promise<void> {
  // As in Core, a wallet without descriptors looks at no input.
  if (view.state.descriptors.size === 0) return dropTransactions(psbt);
  const coins = knownCoins(psbt.tx, view.core);
  const known = await mapInTurns(psbt.tx.inputs.entries(), ([index, { previous }]) => {
    const key = outPointKey(previous);
    return (coins.get(key) ?? ownOutput(view, key) ?? coinOf(psbt, index))?.scriptPubKey;
  });
  const spent = known.filter((script) => script !== undefined);
  // The wallet may have a key of a script that it does not know, such as one of a multisig or of a taproot output.
  const named = await mapInTurns([...psbt.inputs.flatMap(namedKeys), ...spent.flatMap(outputKeys)], singleKeyScripts);
  const scripts = [...spent, ...named.flat(), ...psbt.tx.outputs.map(({ scriptPubKey }) => scriptPubKey)];
  const keys = await inTurns(keySteps(view.state, scripts, sign));
  const previous = (txid: string) => view.state.transactions.get(txid)?.record.tx;
  await processPsbt(psbt, previous, { keys: origins ? keys : { ...keys, origin: () => undefined }, hashType, finalize });
}

/** Returns the public keys that an input names. */
function namedKeys(input: PsbtMap): Uint8Array[] {
  const taproot = fields(input, INPUT.TAP_BIP32_DERIVATION).flatMap(({ data }) => withParity(data));
  return [...fields(input, INPUT.BIP32_DERIVATION).map(({ data }) => data), ...taproot];
}

/** Returns the public keys with the x of a taproot output. */
function outputKeys(script: Uint8Array): Uint8Array[] {
  const pattern = matchScript(script);
  return pattern.type === 'witness_v1_taproot' ? withParity(pattern.program) : [];
}

function withParity(x: Uint8Array): Uint8Array[] {
  return [2, 3].map((parity) => Uint8Array.of(parity, ...x));
}

/** Returns the output scripts that a wallet may have of a key. */
function singleKeyScripts(publicKey: Uint8Array): Uint8Array[] {
  const hash = hash160(publicKey);
  const witness = payToWitness(hash);
  const taproot = taprootOutput(publicKey.subarray(-32), []);
  return [
    payToKeyHash(hash),
    witness,
    payToScriptHash(witness),
    buildScript([publicKey, OP.CHECKSIG]),
    ...(taproot === undefined ? [] : [buildScript([OP[1], taproot.key])]),
  ];
}
