import { createTurns, mapInTurns } from '../../../../../../base/turns.js';
import { encodeAddress } from '../../../../../protocol/address/address.js';
import { toHex } from '../../../../../protocol/codec/hex.js';
import { MAX_BIP125 } from '../../../../../protocol/codec/sequence.js';
import { isCoinbase } from '../../../../../protocol/codec/transaction.js';
import { type TxRecord, txHex } from '../../../../chain/tx-record.js';
import {
  abandon,
  creditOf,
  debitOf,
  depthOf,
  inOrder,
  isImmature,
  isTrusted,
  mempoolRivals,
  rivalsOf,
  statusOf,
  type WalletView,
} from '../../../../wallet/history.js';
import type { WalletTx } from '../../../../wallet/state.js';
import type { Arguments } from '../../../arguments/arguments.js';
import { findHeader } from '../../../arguments/find-block.js';
import { parseHash } from '../../../arguments/parse-hash.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import type { Method } from '../../../method.js';
import { transactionJson } from '../../../view/transaction.js';
import { labelOf } from './addresses.js';
import { parentDescriptors } from './own-script.js';
import { lastBlock, walletOf } from './wallet-of.js';

/** The transactions of a wallet. */
export const HISTORY_METHODS: Method[] = [
  {
    name: 'gettransaction',
    category: 'Wallet',
    description: 'A transaction of the wallet.',
    parameters: [
      { name: 'txid', type: 'hex', description: 'The txid.' },
      { name: 'include_watchonly', type: 'boolean', description: 'Without effect.', default: '' },
      { name: 'verbose', type: 'boolean', description: 'Include the decoded transaction.', default: 'false' },
    ],
    result: '{...} (object)',
    handler: (args, context) => {
      const view = walletOf(context);
      const tx = transactionOf(view, args);
      const [debit, credit] = [debitOf(view, tx), creditOf(view, tx)];
      const paid = tx.record.tx.outputs.reduce((sum, { value }) => sum + value, 0n);
      const fee = debit > 0n ? paid - debit : undefined;
      const immature = isImmature(view, tx, depthOf(view, statusOf(view, tx)));
      return {
        amount: (immature ? 0n : credit) - debit - (fee ?? 0n),
        fee,
        ...txJson(view, tx),
        details: entries(view, tx, { long: false }),
        hex: txHex(tx.record.tx),
        decoded: args.has('verbose') && args.boolean('verbose') ? transactionJson(tx.record, { hex: false }) : undefined,
        lastprocessedblock: lastBlock(view),
      };
    },
  },
  {
    name: 'listtransactions',
    category: 'Wallet',
    description: 'The latest payments, oldest first.',
    parameters: [
      { name: 'label|dummy', type: 'string', description: 'Only payments to addresses with this label; "*" for all.', default: '"*"' },
      { name: 'count', type: 'numeric', description: 'The number of payments.', default: '10' },
      { name: 'skip', type: 'numeric', description: 'The number of later payments to leave out.', default: '0' },
      { name: 'include_watchonly', type: 'boolean', description: 'Without effect.', default: '' },
    ],
    result: '[...] (array) payments',
    handler: async (args, context) => {
      const view = walletOf(context);
      const label = args.has('label') ? args.string('label') : '*';
      if (label === '') {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Label argument must be a valid label name or "*".');
      }
      const [count, skip] = [args.has('count') ? args.int('count') : 10, args.has('skip') ? args.int('skip') : 0];
      if (count < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Negative count');
      if (skip < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Negative from');
      const newest: JsonObject[] = [];
      const turn = createTurns();
      for (const tx of inOrder(view.state).reverse()) {
        if (newest.length >= count + skip) break;
        await turn();
        newest.push(...entries(view, tx, { long: true, label: label === '*' ? undefined : label }));
      }
      return newest.slice(skip, skip + count).reverse();
    },
  },
  {
    name: 'listsinceblock',
    category: 'Wallet',
    description: 'The payments since a block.',
    parameters: [
      { name: 'blockhash', type: 'string', description: 'The block.', default: '' },
      { name: 'target_confirmations', type: 'numeric', description: 'Which block `lastblock` is, counted from the tip.', default: '1' },
      { name: 'include_watchonly', type: 'boolean', description: 'Without effect.', default: '' },
      { name: 'include_removed', type: 'boolean', description: 'Include those of disconnected blocks.', default: 'true' },
      { name: 'include_change', type: 'boolean', description: 'Include change.', default: 'false' },
      { name: 'label', type: 'string', description: 'Only payments with this label.', default: '' },
    ],
    result: '{...} (object) the payments, those of disconnected blocks, and the block for the next call',
    handler: async (args, context) => {
      const view = walletOf(context);
      const { chain } = context.core;
      const text = args.has('blockhash') ? args.string('blockhash') : '';
      const given = text === '' ? undefined : chain.block(findHeader(chain, text).hash);
      const target = args.has('target_confirmations') ? args.int('target_confirmations') : 1;
      if (target < 1) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid parameter');
      const label = args.has('label') ? labelOf(args.string('label')) : undefined;
      const withChange = args.has('include_change') && args.boolean('include_change');
      const removed: JsonObject[] = [];
      let fork = given;
      while (fork !== undefined && !chain.isActive(fork)) {
        for (const { txid } of fork.records) {
          const tx = view.state.transactions.get(txid);
          if (tx !== undefined) removed.push(...entries(view, tx, { long: true, label, withChange, removed: true }));
        }
        fork = fork.parent;
      }
      const depth = fork === undefined ? Number.POSITIVE_INFINITY : chain.tip().height - fork.height;
      const transactions = inOrder(view.state).filter((tx) => Math.abs(depthOf(view, statusOf(view, tx))) <= depth);
      const payments = await mapInTurns(transactions, (tx) => entries(view, tx, { long: true, label, withChange }));
      return {
        transactions: payments.flat(),
        removed: !args.has('include_removed') || args.boolean('include_removed') ? removed : undefined,
        lastblock: chain.at(Math.max(0, chain.tip().height + 1 - target))?.hash ?? '0'.repeat(64),
      };
    },
  },
  {
    name: 'abandontransaction',
    category: 'Wallet',
    description: 'Makes the coins of a payment that is neither in the chain nor in the mempool spendable again.',
    parameters: [{ name: 'txid', type: 'hex', description: 'The txid.' }],
    result: 'null',
    handler: (args, context) => {
      const view = walletOf(context);
      const tx = transactionOf(view, args);
      if (statusOf(view, tx).type !== 'inactive') {
        throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Transaction not eligible for abandonment');
      }
      abandon(view, tx.record.txid);
      return null;
    },
  },
];

/** Returns the transaction of the argument `txid`. @throws RpcError −5 */
function transactionOf(view: WalletView, args: Arguments): WalletTx {
  const tx = view.state.transactions.get(parseHash(args.string('txid'), 'txid'));
  if (tx === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid or non-wallet transaction id');
  return tx;
}

/** Formats a transaction as Core's `WalletTxToJSON`. */
function txJson(view: WalletView, tx: WalletTx): JsonObject {
  const status = statusOf(view, tx);
  const confirmed = status.type === 'confirmed' ? status : undefined;
  return {
    confirmations: depthOf(view, status),
    generated: isCoinbase(tx.record.tx) || undefined,
    blockhash: confirmed?.block.hash,
    blockheight: confirmed?.block.height,
    blockindex: confirmed?.position,
    blocktime: confirmed?.block.header.time,
    trusted: confirmed === undefined ? isTrusted(view, tx) : undefined,
    txid: tx.record.txid,
    wtxid: tx.record.wtxid,
    walletconflicts: rivalsOf(view, tx),
    mempoolconflicts: status.type === 'inactive' ? mempoolRivals(view, tx) : [],
    time: tx.time,
    timereceived: tx.received,
    'bip125-replaceable': confirmed === undefined ? replaceability(view, tx.record) : 'no',
    comment: tx.comment,
    to: tx.to,
    replaces_txid: tx.replaces,
    replaced_by_txid: tx.replacedBy,
  };
}

/** Says whether an unconfirmed transaction or one of its unconfirmed ancestors signals replaceability (BIP125). */
function replaceability({ core: { mempool } }: WalletView, record: TxRecord): 'yes' | 'no' | 'unknown' {
  const signals = ({ tx }: TxRecord) => tx.inputs.some(({ sequence }) => sequence <= MAX_BIP125);
  if (signals(record)) return 'yes';
  const entry = mempool.pool.get(record.txid);
  if (entry === undefined) return 'unknown';
  return [...mempool.pool.ancestors(entry).values()].some((ancestor) => signals(ancestor.record)) ? 'yes' : 'no';
}

type EntryOptions = {
  /** Include what concerns the whole transaction. */
  long: boolean;
  label?: string | undefined;
  withChange?: boolean;
  /** For a transaction of a disconnected block: include receipts that another transaction has since made impossible. */
  removed?: boolean;
};

/** Returns the payments of a transaction: what it sends, then what it receives (Core's `ListTransactions`). */
function entries(view: WalletView, tx: WalletTx, { long, label, withChange = false, removed = false }: EntryOptions): JsonObject[] {
  const { state } = view;
  const debit = debitOf(view, tx);
  const outputs = tx.record.tx.outputs.map(({ value, scriptPubKey }, vout) => {
    const address = encodeAddress(scriptPubKey);
    const own = state.scripts.has(toHex(scriptPubKey));
    const book = address === undefined ? undefined : state.labels.get(address);
    return { value, scriptPubKey, vout, address, own, label: book?.label, isChange: own && book === undefined };
  });
  const status = statusOf(view, tx);
  const depth = depthOf(view, status);
  const rest = long ? txJson(view, tx) : {};
  const abandoned = tx.abandoned === true && status.type === 'inactive';
  const listed = outputs.filter(
    (output) => (label === undefined || (output.label ?? '') === label) && (debit === 0n || !output.isChange || withChange),
  );
  const fee = debit - outputs.reduce((sum, { value }) => sum + value, 0n);
  // As Core, a filter by label lists what came only.
  const sent =
    debit === 0n || label !== undefined
      ? []
      : listed.map((output) => ({
          address: output.address,
          category: 'send',
          amount: -output.value,
          label: output.label,
          vout: output.vout,
          fee: -fee,
          ...rest,
          abandoned,
        }));
  const received = listed
    .filter(({ own }) => own && (depth >= 0 || removed))
    .map((output) => ({
      address: output.address,
      parent_descs: parentDescriptors(state, output.scriptPubKey),
      category: !isCoinbase(tx.record.tx) ? 'receive' : depth < 1 ? 'orphan' : isImmature(view, tx, depth) ? 'immature' : 'generate',
      amount: output.value,
      label: output.label,
      vout: output.vout,
      abandoned,
      ...rest,
    }));
  return [...sent, ...received];
}
