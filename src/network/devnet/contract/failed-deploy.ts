import { DevnetError } from '../../../base/error.js';
import { field, readObject } from '../../../base/json.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { StacksHistory } from '../../../stacks/history.js';
import { readReceipt } from '../../../stacks/receipt.js';
import type { StacksTxReceipt, WaitOptions } from '../../data.js';

/** Returns why the last deployment of a contract failed, in words; undefined without one. */
export type FailedDeploy = (contract: string) => Promise<string | undefined>;

/** Asks the history of a network in this process. */
export function failedDeployIn(history: Pick<StacksHistory, 'lookup'>): FailedDeploy {
  return async (contract) => {
    const deploy = (await history.lookup()).contracts.deploy(contract);
    // Of the block only the height would be shown, and the reason does not name it.
    return deploy && readReceipt(deploy.receipt(), { height: 0, hash: '', burnHeight: 0 }).reason;
  };
}

/** How long the receipt of a transaction that is in a block may take, in ms. */
const RECEIPT_MS = 10_000;

/** Asks a gateway. One that has no such history knows no reason. */
export function failedDeployAt(
  gateway: Pick<StacksClient, 'getJson'>,
  waitForTx: (txid: string, options: WaitOptions) => Promise<StacksTxReceipt>,
): FailedDeploy {
  return async (contract) => {
    try {
      const answer = await gateway.getJson(`/extended/v1/contract/${contract}`, { absent: [404] });
      const txid = answer === undefined ? undefined : field(readObject(answer, 'contract'), 'tx_id');
      return typeof txid === 'string' ? (await waitForTx(txid, { timeoutMs: RECEIPT_MS })).reason : undefined;
    } catch (error) {
      if (error instanceof DevnetError) return undefined;
      throw error;
    }
  };
}
