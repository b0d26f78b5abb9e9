import { randomInt } from '#platform/crypto.js';
import { inTurns } from '../../../../../../base/turns.js';
import { hashToHex, toHex } from '../../../../../protocol/codec/hex.js';
import { analyzeSteps, type InputAnalysis } from '../../../../../protocol/psbt/analyze.js';
import { createPsbt, type Psbt } from '../../../../../protocol/psbt/psbt.js';
import { combinePsbts, extractTransaction, finalizeSteps, joinPsbts, SharedInputError } from '../../../../../protocol/psbt/roles.js';
import { txHex } from '../../../../chain/tx-record.js';
import { feeRate } from '../../../../mempool/fee-rate.js';
import { TRANSACTION_PARAMETERS, transactionOf } from '../../../arguments/create-transaction.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { decodePsbt, encodePsbt } from '../../../decode/decode-psbt.js';
import { decodeAsTold, IS_WITNESS } from '../../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import type { Method } from '../../../method.js';
import { psbtJson } from '../../../view/psbt.js';

const PSBT: Parameter = { name: 'psbt', type: 'string', description: 'The PSBT in base64.' };
const PSBTS: Parameter = { name: 'txs', usage: '["psbt",...]', type: 'array', description: 'The PSBTs in base64.' };
const PSBT_TEXT = '"str" (string) the PSBT in base64';

/** The roles of BIP174 without keys: creator, combiner, finalizer and extractor. */
export const PSBT_METHODS: Method[] = [
  {
    name: 'createpsbt',
    category: 'Rawtransactions',
    description: 'Creates a PSBT with these inputs and outputs. The node neither stores nor sends it.',
    parameters: TRANSACTION_PARAMETERS,
    result: PSBT_TEXT,
    handler: (args) => encodePsbt(createPsbt(transactionOf(args))),
  },
  {
    name: 'converttopsbt',
    category: 'Rawtransactions',
    description: 'Converts a transaction to a PSBT.',
    parameters: [
      { name: 'hexstring', type: 'hex', description: 'The transaction.' },
      { name: 'permitsigdata', type: 'boolean', description: 'Omit signatures instead of rejecting them.', default: 'false' },
      IS_WITNESS,
    ],
    result: PSBT_TEXT,
    handler: (args) => {
      const permit = args.has('permitsigdata') && args.boolean('permitsigdata');
      const tx = decodeAsTold(args);
      if (!permit && tx.inputs.some(({ scriptSig, witness }) => scriptSig.length > 0 || witness.length > 0)) {
        throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, 'Inputs must not have scriptSigs and scriptWitnesses');
      }
      return encodePsbt(createPsbt(tx));
    },
  },
  {
    name: 'decodepsbt',
    category: 'Rawtransactions',
    description: 'Decodes a PSBT.',
    parameters: [PSBT],
    result: '{...} (object) the PSBT',
    handler: async (args) => psbtJson(await decodePsbt(args.string('psbt'))),
  },
  {
    name: 'analyzepsbt',
    category: 'Rawtransactions',
    description: 'Returns the next role for a PSBT, and the missing data.',
    parameters: [PSBT],
    result: '{...} (object) the state of the inputs, the fee and the estimated size',
    handler: async (args) => {
      const { inputs, estimatedSize, fee, next, error } = await inTurns(analyzeSteps(await decodePsbt(args.string('psbt'))));
      return {
        inputs: inputs.length === 0 ? undefined : inputs.map(inputJson),
        estimated_vsize: estimatedSize,
        estimated_feerate: estimatedSize === undefined || fee === undefined ? undefined : feeRate(fee, estimatedSize),
        fee,
        next,
        error,
      };
    },
  },
  {
    name: 'combinepsbt',
    category: 'Rawtransactions',
    description: 'Combines several PSBTs of one transaction.',
    parameters: [PSBTS],
    result: PSBT_TEXT,
    handler: async (args) => {
      const [first, ...others] = await decodeAll(args.array('txs'));
      if (first === undefined) throw new RpcError(RPC_CODE.INVALID_PARAMETER, "Parameter 'txs' cannot be empty");
      const combined = combinePsbts([first, ...others]);
      if (combined !== undefined) return encodePsbt(combined);
      throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'PSBTs not compatible (different transactions)');
    },
  },
  {
    name: 'joinpsbts',
    category: 'Rawtransactions',
    description: 'Joins the inputs and outputs of several PSBTs, in random order.',
    parameters: [PSBTS],
    result: PSBT_TEXT,
    handler: async (args) => {
      const list = args.array('txs');
      if (list.length < 2) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'At least two PSBTs are required to join PSBTs.');
      const psbts = await decodeAll(list);
      try {
        return encodePsbt(joinPsbts(psbts, shuffle));
      } catch (error) {
        if (!(error instanceof SharedInputError)) throw error;
        const { hash, index } = error.input.previous;
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Input ${hashToHex(hash)}:${index} exists in multiple PSBTs`);
      }
    },
  },
  {
    name: 'finalizepsbt',
    category: 'Rawtransactions',
    description: 'Finalizes the inputs of a PSBT, and extracts the transaction if all are complete.',
    parameters: [
      PSBT,
      { name: 'extract', type: 'boolean', description: 'Return the complete transaction instead of the PSBT.', default: 'true' },
    ],
    result: '{...} (object) the PSBT or the transaction, and whether it is complete',
    handler: async (args) => {
      const psbt = await decodePsbt(args.string('psbt'));
      const extract = !args.has('extract') || args.boolean('extract');
      const complete = await inTurns(finalizeSteps(psbt));
      return complete && extract ? { hex: txHex(extractTransaction(psbt)), complete } : { psbt: encodePsbt(psbt), complete };
    },
  },
];

function inputJson({ hasCoin, isFinal, missing, next }: InputAnalysis): JsonObject {
  const { publicKeys, signatures, redeemScript, witnessScript } = missing;
  const lacks: JsonObject = {
    pubkeys: publicKeys.length === 0 ? undefined : publicKeys.map(toHex),
    redeemscript: redeemScript && toHex(redeemScript),
    witnessscript: witnessScript && toHex(witnessScript),
    signatures: signatures.length === 0 ? undefined : signatures.map(toHex),
  };
  const nothing = Object.values(lacks).every((value) => value === undefined);
  return { has_utxo: hasCoin, is_final: isFinal, next, missing: nothing ? undefined : lacks };
}

async function decodeAll(texts: readonly unknown[]): Promise<Psbt[]> {
  const psbts: Psbt[] = [];
  for (const text of texts) psbts.push(await decodePsbt(text));
  return psbts;
}

/** Shuffles a list (Fisher-Yates). */
function shuffle<T>(list: T[]): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
