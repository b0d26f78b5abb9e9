import { broadcastTransaction, type ClarityValue, makeContractCall } from '@stacks/transactions';
import type { Devnet, DevnetEvent, StacksTxReceipt } from '#dist/network/types.js';
import { account } from '../../../devnet.js';

export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const COUNTER = `${DEPLOYER}.counter`;

/** Two contracts that print: tuples that name themselves, and a bare value. */
export const contracts = [
  {
    deployer: DEPLOYER,
    name: 'counter',
    source: `
  (define-data-var n uint u0)
  (define-public (add (step uint))
    (begin
      (var-set n (+ (var-get n) step))
      (print {topic: "added", step: step, by: tx-sender})
      (print {event: "total", total: (var-get n)})
      (ok (var-get n))))
  (define-public (refuse) (begin (print "in vain") (err u7)))`,
  },
  { deployer: DEPLOYER, name: 'logger', source: '(define-public (log) (ok (print (list (some u1) none))))' },
];

/** Calls a contract from wallet_1 and waits for the receipt. */
export async function callAndWait(devnet: Devnet, contract: string, fn: string, args: ClarityValue[] = []): Promise<StacksTxReceipt> {
  const [contractAddress = '', contractName = ''] = contract.split('.');
  const transaction = await makeContractCall({
    ...{ contractAddress, contractName, functionName: fn, functionArgs: args },
    senderKey: account(devnet, 'wallet_1').privateKey,
    network: devnet.network,
  });
  return devnet.stacks.waitForTx((await broadcastTransaction({ transaction, network: devnet.network })).txid);
}

/** The printed values of blocks, as Clarity writes them. */
export function printed(events: readonly DevnetEvent[]): (string | undefined)[] {
  return events.flatMap((event) =>
    event.type === 'stacks.block'
      ? event.receipts.flatMap((receipt) => receipt.events.map(({ contract_event }) => contract_event?.value?.repr))
      : [],
  );
}
