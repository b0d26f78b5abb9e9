import { type Block, witnessCommitmentScript } from '../../protocol/codec/block.js';
import { merkleTree } from '../../protocol/codec/merkle.js';
import { MAX_NONFINAL } from '../../protocol/codec/sequence.js';
import type { Transaction } from '../../protocol/codec/transaction.js';
import { pushNumber } from '../../protocol/script/build.js';
import { OP } from '../../protocol/script/opcodes.js';
import type { BlockEntry } from '../chain/block-entry.js';
import { blockSubsidy, POW_LIMIT_BITS } from '../chain/params.js';
import { recordTx, type TxRecord } from '../chain/tx-record.js';
import { nextBlockVersion, TEST_DUMMY } from '../chain/validation/version-bits.js';

/** A block without a valid nonce. */
export type Template = { block: Block; records: TxRecord[] };

export type TemplateOptions = {
  parent: BlockEntry;
  /** Whether BIP141 holds in the block. @default true */
  isSegwit?: boolean | undefined;
  /** The header's time, in seconds. */
  time: number;
  /** The transactions after the coinbase. */
  records: TxRecord[];
  /** The fees that the coinbase claims besides the subsidy, in sats. */
  fees: bigint;
  /** The output script of the coinbase. */
  scriptPubKey: Uint8Array;
  /** The header's version. @default regtest's signals of BIP9 */
  version?: number | undefined;
  /** What the coinbase claims besides the fees, in sats. @default regtest's subsidy */
  subsidy?: bigint | undefined;
};

/** Not the final sequence number, so that the coinbase's lock time applies. */
const WITNESS_RESERVED = new Uint8Array(32);
/** What a coinbase spends. */
const NO_TRANSACTION = new Uint8Array(32);

/** Builds a block on top of `parent`, with the coinbase of Core 30: height, OP_0, lock time one below the height (BIP54). */
export function assembleBlock({
  parent,
  isSegwit = true,
  time,
  records,
  fees,
  scriptPubKey,
  version = nextBlockVersion(parent, TEST_DUMMY),
  subsidy = blockSubsidy(parent.height + 1),
}: TemplateOptions): Template {
  const height = parent.height + 1;
  const witnessRoot = merkleTree([new Uint8Array(32), ...records.map((record) => record.wtxidBytes)]).root;
  const coinbase: Transaction = {
    version: 2,
    inputs: [
      {
        previous: { hash: NO_TRANSACTION, index: 0xffffffff },
        scriptSig: new Uint8Array(Buffer.concat([pushNumber(height), Uint8Array.of(OP[0])])),
        sequence: MAX_NONFINAL,
        witness: isSegwit ? [WITNESS_RESERVED] : [],
      },
    ],
    outputs: [
      { value: subsidy + fees, scriptPubKey },
      { value: 0n, scriptPubKey: witnessCommitmentScript(witnessRoot, WITNESS_RESERVED) },
    ],
    lockTime: height - 1,
  };
  const all = [recordTx(coinbase), ...records];
  const merkleRoot = merkleTree(all.map((record) => record.txidBytes)).root;
  return {
    block: {
      header: { version, previous: parent.hashBytes, merkleRoot, time, bits: POW_LIMIT_BITS, nonce: 0 },
      transactions: all.map((record) => record.tx),
    },
    records: all,
  };
}
