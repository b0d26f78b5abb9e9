import { blockHash } from '../../../../../protocol/codec/block.js';
import { equalBytes, hashToHex } from '../../../../../protocol/codec/hex.js';
import { extractMatches } from '../../../../../protocol/codec/merkle-proof.js';
import { recordTx } from '../../../../chain/tx-record.js';
import { forget, learn } from '../../../../wallet/history.js';
import { parseHash } from '../../../arguments/parse-hash.js';
import { decodeOrFail } from '../../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { decodeProof } from '../proofs.js';
import { walletOf } from './wallet-of.js';

/** Single transactions, without a scan of the chain. */
export const PRUNED_FUNDS_METHODS: Method[] = [
  {
    name: 'importprunedfunds',
    category: 'Wallet',
    description: 'Adds a confirmed payment to the wallet without a scan.',
    parameters: [
      { name: 'rawtransaction', type: 'hex', description: 'The transaction.' },
      { name: 'txoutproof', type: 'hex', description: 'Its proof of gettxoutproof.' },
    ],
    result: 'null',
    handler: (args, context) => {
      const view = walletOf(context);
      const { chain, clock } = context.core;
      const record = recordTx(decodeOrFail(args.string('rawtransaction')));
      const proof = decodeProof(args.string('txoutproof'));
      const proven = extractMatches(proof);
      if (proven === undefined || !equalBytes(proven.root, proof.header.merkleRoot)) throw unusable('Something wrong with merkleblock');
      const block = chain.block(hashToHex(blockHash(proof.header)));
      if (block === undefined || !chain.isActive(block)) throw unusable('Block not found in chain');
      if (!proven.matches.some(({ hash }) => hashToHex(hash) === record.txid)) throw unusable("Transaction given doesn't exist in proof");
      learn(view, record, Math.min(block.header.time, clock.now()), clock.now());
      if (view.state.transactions.has(record.txid)) return null;
      throw unusable('No addresses in wallet correspond to included transaction');
    },
  },
  {
    name: 'removeprunedfunds',
    category: 'Wallet',
    description: 'Removes a transaction from the wallet, and so changes its balance.',
    parameters: [{ name: 'txid', type: 'hex', description: 'The txid.' }],
    result: 'null',
    handler: (args, context) => {
      const { state } = walletOf(context);
      const txid = parseHash(args.string('txid'), 'txid');
      if (forget(state, txid)) return null;
      throw new RpcError(RPC_CODE.WALLET_ERROR, `Transaction ${txid} does not belong to this wallet`);
    },
  },
];

function unusable(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, message);
}
