import { type BridgeStore, depositKey } from './store.js';
import type { DepositState, StatusChange, WithdrawalState } from './types.js';
import type { View } from './view.js';

/**
 * Returns the deposits and withdrawals of a view, with what the bridge knows of them. @param tip of the Stacks chain, for what has just
 * been seen
 */
export function statesOf(
  view: View,
  { changes, origins }: BridgeStore,
  problems: ReadonlyMap<string, string>,
  tip: StatusChange,
): { deposits: DepositState[]; withdrawals: WithdrawalState[] } {
  const changed = (key: string): StatusChange => {
    const { height, hash } = changes.get(key) ?? tip;
    return { height, hash };
  };
  return {
    deposits: view.deposits.map(({ deposit, due, fulfillment, ...seen }) => {
      const key = depositKey(deposit);
      const stacksTxid = origins.get(`completed-deposit ${key}`)?.txid;
      return {
        ...deposit,
        ...seen,
        statusMessage: messageFor(problems, key, seen.statusMessage, due),
        changed: changed(key),
        fulfillment: fulfillment && { ...fulfillment, stacksTxid },
      };
    }),
    withdrawals: view.withdrawals.map(({ id, request, due, fulfillment, ...seen }) => {
      const stacksTxid = origins.get(`withdrawal-accept ${id}`)?.txid;
      const { amount, maxFee, sender, burnHeight } = request;
      return {
        ...{ requestId: id, amount, maxFee, sender, burnHeight },
        ...seen,
        request: origins.get(`withdrawal-create ${id}`),
        statusMessage: messageFor(problems, `${id}`, seen.statusMessage, due),
        changed: changed(`${id}`),
        fulfillment: fulfillment && { ...fulfillment, stacksTxid },
      };
    }),
  };
}

/** Returns the message of a status, or why the last attempt failed. Only what is due has a problem. */
export function messageFor(problems: ReadonlyMap<string, string>, key: string, message: string, due: unknown): string {
  return due === undefined ? message : (problems.get(key) ?? message);
}
