import { encodeAddress } from '../../../../chains/stacks/codec/c32.js';
import { formatPrincipal } from '../../../../chains/stacks/codec/principal.js';
import { originAddress, payerAddress, type Transaction, transactionFee } from '../../../../chains/stacks/codec/transaction/transaction.js';
import { readStateChange } from '../../../../chains/stacks/state-change.js';
import type { VmTransaction } from '../../vm/types.js';

/**
 * The transaction as the VM takes it.
 * @throws TypeError for what never enters the mempool: coinbase, tenure change, poison
 */
export function toVmTransaction(transaction: Transaction): VmTransaction {
  const change = readStateChange(transaction);
  return {
    txid: `0x${transaction.txid}`,
    origin: originAddress(transaction),
    sponsor: transaction.sponsor === undefined ? undefined : payerAddress(transaction),
    fee: transactionFee(transaction),
    payload: change === undefined ? vmPayload(transaction) : { type: 'state', change },
    postConditionMode: transaction.postConditionMode,
    postConditions: transaction.postConditions,
  };
}

function vmPayload({ payload }: Transaction): VmTransaction['payload'] {
  switch (payload.type) {
    case 'transfer':
      return {
        type: 'transfer',
        recipient: formatPrincipal(payload.recipient),
        amount: payload.amount,
        memo: payload.memo.toString('hex'),
      };
    case 'call':
      return { type: 'call', contract: `${encodeAddress(payload.address)}.${payload.contract}`, fn: payload.fn, args: payload.rawArgs };
    case 'deploy':
      return payload;
    default:
      throw new TypeError(`a ${payload.type} is not executed by the VM`);
  }
}
