import { createTurns } from '../../../../../base/turns.js';
import { decodeAddress } from '../../../../protocol/address/address.js';
import { serializeBlock } from '../../../../protocol/codec/block.js';
import { RejectError } from '../../../../protocol/codec/error.js';
import { toHex } from '../../../../protocol/codec/hex.js';
import type { Descriptor } from '../../../../protocol/descriptor/descriptor.js';
import { recordTx, type TxRecord } from '../../../chain/tx-record.js';
import { requireInputs } from '../../../mempool/require-inputs.js';
import type { Arguments } from '../../arguments/arguments.js';
import { decodeTransaction } from '../../decode/decode-transaction.js';
import { RPC_CODE, RpcError, wrongType } from '../../error.js';
import { helpText } from '../../help-text.js';
import { deriveScripts, readDescriptors } from '../../keys/descriptor.js';
import type { Method, MethodContext } from '../../method.js';

const DEFAULT_MAX_TRIES = 1_000_000;
const MAX_TRIES = {
  name: 'maxtries',
  type: 'numeric',
  description: 'The number of nonces to try for all blocks together.',
  default: `${DEFAULT_MAX_TRIES}`,
} as const;
const HASHES = '[...] (array) the hashes of the blocks, oldest first';

const GENERATE: Method = {
  name: 'generate',
  category: 'Generating',
  hidden: true,
  description: 'has been replaced by the -generate cli option. Refer to -help for more information.',
  parameters: [],
  result: '',
  handler: () => {
    throw new RpcError(RPC_CODE.METHOD_NOT_FOUND, helpText(GENERATE));
  },
};

/** Blocks on demand. */
export const GENERATING_METHODS: Method[] = [
  GENERATE,
  {
    name: 'generatetoaddress',
    category: 'Generating',
    hidden: true,
    description: 'Mines blocks with transactions of the mempool.',
    parameters: [
      { name: 'nblocks', type: 'numeric', description: 'The number of blocks.' },
      { name: 'address', type: 'string', description: 'The recipient of the coinbases.' },
      MAX_TRIES,
    ],
    result: HASHES,
    handler: (args, context) => {
      const count = args.int('nblocks');
      const decoded = decodeAddress(args.string('address'));
      if ('error' in decoded) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Error: Invalid address');
      return generateBlocks(count, decoded.scriptPubKey, triesOf(args), context);
    },
  },
  {
    name: 'generatetodescriptor',
    category: 'Generating',
    hidden: true,
    description: 'Mines blocks with transactions of the mempool, to a descriptor.',
    parameters: [
      { name: 'num_blocks', type: 'numeric', description: 'The number of blocks.' },
      { name: 'descriptor', type: 'string', description: 'The recipient of the coinbases.' },
      MAX_TRIES,
    ],
    result: HASHES,
    handler: async (args, context) => {
      const count = args.int('num_blocks');
      const script = descriptorScript(await readDescriptors(args.string('descriptor')));
      return generateBlocks(count, script, triesOf(args), context);
    },
  },
  {
    name: 'generateblock',
    category: 'Generating',
    hidden: true,
    description: 'Mines one block with exactly these transactions, without the checks of mempool policy.',
    parameters: [
      { name: 'output', type: 'string', description: 'The recipient of the coinbase: an address or descriptor.' },
      {
        name: 'transactions',
        usage: '["rawtx/txid",...]',
        type: 'array',
        description: 'Transactions in hex, or txids of the mempool, in block order.',
      },
      {
        name: 'submit',
        type: 'boolean',
        description: 'false to return the block in hex instead of adding it to the chain.',
        default: 'true',
      },
    ],
    result: '{...} (object) the hash, and the hex with submit=false',
    handler: async (args, { core }) => {
      const script = await outputScript(args.string('output'));
      const records = args.array('transactions').map((text) => namedTransaction(text, core));
      const submit = !args.has('submit') || args.boolean('submit');
      requireInputs(core, records);
      await core.checkAhead(records, 'block');
      const { block, hash } = prepare(core, script, records);
      if (!submit) return { hash, hex: toHex(serializeBlock(block)) };
      core.miner.submit(block);
      return { hash };
    },
  },
];

function triesOf(args: Arguments): number {
  const tries = args.has('maxtries') ? args.int('maxtries') : DEFAULT_MAX_TRIES;
  // Core reads a negative number as a large one.
  return tries < 0 ? Number.POSITIVE_INFINITY : tries;
}

async function generateBlocks(
  count: number,
  scriptPubKey: Uint8Array,
  maxTries: number,
  { core: { miner } }: MethodContext,
): Promise<string[]> {
  const hashes: string[] = [];
  const turn = createTurns();
  let triesLeft = maxTries;
  while (hashes.length < count) {
    const entry = miner.mine(scriptPubKey, triesLeft);
    if (entry === undefined) break;
    // Only nonces that failed count.
    triesLeft -= entry.header.nonce;
    hashes.push(entry.hash);
    await turn();
  }
  return hashes;
}

/** Returns the script of an address or else of a descriptor. */
async function outputScript(text: string): Promise<Uint8Array> {
  const decoded = decodeAddress(text);
  if ('scriptPubKey' in decoded) return decoded.scriptPubKey;
  const descriptors = await readDescriptors(text).catch((error: unknown) => {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Error: Invalid address or descriptor');
  });
  return descriptorScript(descriptors);
}

/** Returns the script that a descriptor pays: of a combo the P2WPKH, or the P2PKH without segwit. */
function descriptorScript([descriptor, ...others]: [Descriptor, ...Descriptor[]]): Uint8Array {
  if (others.length > 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Multipath descriptor not accepted');
  if (descriptor.isRange) {
    throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Ranged descriptor not accepted. Maybe pass through deriveaddresses first?');
  }
  const scripts = deriveScripts(descriptor, 0);
  const script = scripts[COMBO_PAYS[scripts.length] ?? 0];
  if (script === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Cannot derive script without private keys');
  return script;
}

/** The index of Core's choice by the number of a combo's scripts: P2PK and P2PKH, or these with P2WPKH and P2SH. */
const COMBO_PAYS: Record<number, number> = { 2: 1, 4: 2 };

function namedTransaction(text: unknown, { mempool }: MethodContext['core']): TxRecord {
  if (typeof text !== 'string') {
    throw wrongType(text, 'string');
  }
  if (/^[0-9a-fA-F]{64}$/.test(text)) {
    const entry = mempool.pool.get(text.toLowerCase());
    if (entry === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Transaction ${text} not in mempool.`);
    return entry.record;
  }
  const tx = decodeTransaction(text);
  if (tx !== undefined) return recordTx(tx);
  const message = `Transaction decode failed for ${text}. Make sure the tx has at least one input.`;
  throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, message);
}

function prepare({ miner }: MethodContext['core'], script: Uint8Array, records: TxRecord[]): ReturnType<typeof miner.prepare> {
  try {
    return miner.prepare(script, records);
  } catch (error) {
    if (error instanceof RejectError) throw new RpcError(RPC_CODE.VERIFY_ERROR, `TestBlockValidity failed: ${error.message}`);
    throw error;
  }
}
