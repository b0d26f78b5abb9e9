import { createTurns, inTurns } from '../../../../../../base/turns.js';
import { hashToHex } from '../../../../../protocol/codec/hex.js';
import { serializeTransaction, type Transaction } from '../../../../../protocol/codec/transaction.js';
import { readCoin, spentCoinSteps } from '../../../../../protocol/psbt/coin.js';
import { isFinal } from '../../../../../protocol/psbt/encode.js';
import { field, INPUT, type Psbt, setField } from '../../../../../protocol/psbt/psbt.js';
import { extractTransaction, finalizeSteps } from '../../../../../protocol/psbt/roles.js';
import { hashTypeField, type SignOptions, signInput, updateOutput } from '../../../../../protocol/psbt/sign.js';
import { witnessProgram } from '../../../../../protocol/script/pattern.js';
import { SIGHASH } from '../../../../../protocol/script/sighash/sighash.js';
import { txHex } from '../../../../chain/tx-record.js';
import type { NodeCore } from '../../../../core.js';
import { hashTypeOf } from '../../../arguments/hash-type.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { decodePsbt, encodePsbt } from '../../../decode/decode-psbt.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { descriptorKeys } from '../../../keys/descriptor-keys.js';
import type { Method } from '../../../method.js';

const PSBT: Parameter = { name: 'psbt', type: 'string', description: 'The PSBT in base64.' };
const DESCRIPTORS: Parameter = {
  name: 'descriptors',
  usage: '["",{"desc":"str","range":n or [n,n]},...]',
  type: 'array',
  description: 'Output descriptors. Ranged ones may have a range, by default 0 to 1000.',
};

/** The roles of BIP174 with keys: updater and signer. */
export const PSBT_SIGNING_METHODS: Method[] = [
  {
    name: 'utxoupdatepsbt',
    category: 'Rawtransactions',
    description: 'Adds previous transactions and the data of descriptors to a PSBT.',
    parameters: [PSBT, { ...DESCRIPTORS, default: '' }],
    result: '"str" (string) the PSBT in base64',
    handler: async (args, { core }) => {
      const keys = await descriptorKeys(args.has('descriptors') ? args.array('descriptors') : []);
      const psbt = await decodePsbt(args.string('psbt'));
      await processPsbt(psbt, (txid) => nodeTransaction(txid, core), { keys: { ...keys, privateKey: () => undefined }, finalize: false });
      return encodePsbt(psbt);
    },
  },
  {
    name: 'descriptorprocesspsbt',
    category: 'Rawtransactions',
    description: 'Adds the data of the node and of descriptors to a PSBT, and signs with the private keys in the descriptors.',
    parameters: [
      PSBT,
      DESCRIPTORS,
      { name: 'sighashtype', type: 'string', description: 'The hash type of signatures.', default: '"DEFAULT for Taproot, ALL otherwise"' },
      { name: 'bip32derivs', type: 'boolean', description: 'Include the origins of keys.', default: 'true' },
      { name: 'finalize', type: 'boolean', description: 'Finalize complete inputs.', default: 'true' },
    ],
    result: '{...} (object) the PSBT, whether it is complete, and the complete transaction',
    handler: async (args, { core }) => {
      const keys = await descriptorKeys(args.array('descriptors'));
      const hashType = args.has('sighashtype') ? hashTypeOf(args.string('sighashtype')) : undefined;
      const origins = !args.has('bip32derivs') || args.boolean('bip32derivs');
      const finalize = !args.has('finalize') || args.boolean('finalize');
      const psbt = await decodePsbt(args.string('psbt'));
      await processPsbt(psbt, (txid) => nodeTransaction(txid, core), {
        keys: origins ? keys : { ...keys, origin: () => undefined },
        hashType,
        finalize,
      });
      const complete = psbt.inputs.every(isFinal) && (await inTurns(finalizeSteps(psbt)));
      return { psbt: encodePsbt(psbt), complete, hex: complete ? txHex(extractTransaction(psbt)) : undefined };
    },
  },
];

/**
 * Adds previous transactions and the data of the keys, and signs (Core's `ProcessPSBT`). Changes the PSBT's maps. Other calls are answered
 * meanwhile. @throws RpcError
 */
export async function processPsbt(psbt: Psbt, previous: (txid: string) => Transaction | undefined, options: SignOptions): Promise<void> {
  const turn = createTurns();
  const written = new Map<Transaction, Uint8Array>();
  for (const [index, input] of psbt.inputs.entries()) {
    await turn();
    const hash = psbt.tx.inputs[index]?.previous.hash;
    const funding = hash && previous(hashToHex(hash));
    if (funding === undefined || field(input, INPUT.NON_WITNESS_UTXO) !== undefined) continue;
    const bytes = written.get(funding) ?? serializeTransaction(funding);
    written.set(funding, bytes);
    setField(input, INPUT.NON_WITNESS_UTXO, bytes);
  }
  const spent = await inTurns(spentCoinSteps(psbt));
  for (const [index, input] of psbt.inputs.entries()) {
    await turn();
    if (isFinal(input) || signInput(psbt, index, { ...options, spent }).status !== 'mismatch') continue;
    throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, 'Specified sighash value does not match value stored in PSBT');
  }
  for (const index of psbt.outputs.keys()) {
    await turn();
    updateOutput(psbt, index, options.keys);
  }
  dropTransactions(psbt);
}

/** Returns a transaction of the chain or the mempool. */
function nodeTransaction(txid: string, { chain, mempool }: NodeCore): Transaction | undefined {
  const pending = mempool.pool.get(txid)?.record;
  const located = pending === undefined ? chain.lookup.transaction(txid) : undefined;
  return pending?.tx ?? (located?.entry.height === 0 ? undefined : located?.record.tx);
}

/** Removes previous transactions if all inputs are taproot: its signatures commit to all amounts. */
export function dropTransactions({ inputs }: Psbt): void {
  const allTaproot = inputs.every((input) => {
    const coin = field(input, INPUT.WITNESS_UTXO);
    const program = coin && witnessProgram(readCoin(coin).scriptPubKey);
    return program !== undefined && program.version > 0 && ((hashTypeField(input) ?? 0) & SIGHASH.ANYONECANPAY) === 0;
  });
  if (allTaproot) for (const input of inputs) setField(input, INPUT.NON_WITNESS_UTXO, undefined);
}
