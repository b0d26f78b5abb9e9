import { encodeAddress } from '../../../bitcoin/address.js';
import type { DepositState, Fulfillment, WithdrawalState } from '../../../sbtc/bridge.js';
import { readRecipient } from '../../../sbtc/bridge.js';

import type { SbtcDeposit, SbtcFulfillment, SbtcWithdrawal } from './types.js';

/** The bridge's deposits and withdrawals as users read them. */
export function depositView(state: DepositState): SbtcDeposit {
  const { txid, vout, amount, maxFee, lockTime, depositScript, reclaimScript, status, statusMessage } = state;
  const recipient = readRecipient(Buffer.from(state.recipient, 'hex'));
  return {
    ...{ txid, vout, amount, recipient: recipient === undefined ? state.recipient : recipient.text },
    ...{ maxFee, lockTime, depositScript, reclaimScript, status, statusMessage },
    ...(state.sweepTxid !== undefined && { sweepTxid: state.sweepTxid }),
    ...(state.fulfillment && { fulfillment: fulfillmentView(state.fulfillment) }),
    ...(state.replacedByTx !== undefined && { replacedByTx: state.replacedByTx }),
  };
}

export function withdrawalView(state: WithdrawalState): SbtcWithdrawal {
  const { requestId, amount, maxFee, sender, recipient, request, status, statusMessage } = state;
  return {
    ...{ requestId, amount, maxFee, sender, address: encodeAddress(new Uint8Array(Buffer.from(recipient, 'hex'))) ?? recipient },
    ...(request && { txid: request.txid }),
    ...{ status, statusMessage },
    ...(state.sweepTxid !== undefined && { sweepTxid: state.sweepTxid }),
    ...(state.fulfillment && { fulfillment: fulfillmentView(state.fulfillment) }),
  };
}

function fulfillmentView({ bitcoinTxid, bitcoinBlockHash, bitcoinBlockHeight, stacksTxid, fee }: Fulfillment): SbtcFulfillment {
  return { bitcoinTxid, bitcoinBlockHash, bitcoinBlockHeight, ...(stacksTxid !== undefined && { stacksTxid }), fee };
}
