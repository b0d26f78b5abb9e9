import { type Block, witnessCommitmentIndex } from '../../../../protocol/codec/block.js';
import { RejectError } from '../../../../protocol/codec/error.js';
import { hashToHex } from '../../../../protocol/codec/hex.js';
import { recordBlock } from '../../../chain/block-record.js';
import type { Chain } from '../../../chain/chain.js';
import { requireInputs } from '../../../mempool/require-inputs.js';
import { decodeBlock, decodeBlockHeader } from '../../decode/decode-block.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Method } from '../../method.js';

/** Finished blocks. */
export const BLOCK_SUBMISSION_METHODS: Method[] = [
  {
    name: 'submitblock',
    category: 'Mining',
    description: 'Adds a block.',
    parameters: [
      { name: 'hexdata', type: 'hex', description: 'The block.' },
      { name: 'dummy', type: 'string', description: 'Ignored, as in BIP22.', default: '' },
    ],
    result: 'null, or "str" (string) the reject reason',
    handler: async (args, { core }) => {
      const { chain, miner } = core;
      const block = decodeBlock(args.string('hexdata'));
      requireInputs(
        core,
        block.transactions.slice(1).map((tx) => ({ tx })),
      );
      addReservedValue(block, chain);
      const { records } = recordBlock(block);
      await core.checkAhead(records, 'block');
      try {
        return chain.isActive(miner.submit(block, records)) ? null : 'inconclusive';
      } catch (error) {
        if (error instanceof RejectError) return error.reason;
        throw error;
      }
    },
  },
  {
    name: 'submitheader',
    category: 'Mining',
    description: 'Adds a header. Its block may follow later.',
    parameters: [{ name: 'hexdata', type: 'hex', description: 'The header.' }],
    result: 'null',
    handler: (args, { core: { chain } }) => {
      const header = decodeBlockHeader(args.string('hexdata'));
      const previous = hashToHex(header.previous);
      if (chain.header(previous) === undefined) {
        throw new RpcError(RPC_CODE.VERIFY_ERROR, `Must submit previous header (${previous}) first`);
      }
      try {
        chain.acceptHeader(header);
      } catch (error) {
        if (error instanceof RejectError) throw new RpcError(RPC_CODE.VERIFY_ERROR, error.reason);
        throw error;
      }
      return null;
    },
  },
];

/** Adds the coinbase's witness, which miners may omit (Core's `UpdateUncommittedBlockStructures`). */
function addReservedValue({ header, transactions: [coinbase] }: Block, chain: Chain): void {
  const parent = chain.header(hashToHex(header.previous));
  if (parent === undefined || parent.height + 1 < chain.activation.segwit) return;
  const [input] = coinbase?.inputs ?? [];
  if (coinbase === undefined || input === undefined || witnessCommitmentIndex(coinbase) === -1) return;
  if (coinbase.inputs.every(({ witness }) => witness.length === 0)) input.witness = [new Uint8Array(32)];
}
