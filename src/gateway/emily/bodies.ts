import { without0x } from '../../base/hex.js';
import type { BridgeLimits, Chainstate, DepositState, Fulfillment, WithdrawalState } from '../../sbtc/bridge.js';

/** The bodies of sBTC's Emily API (stacks-sbtc/sbtc: emily/handler/src/api/models). Amounts are sats as numbers, hashes have no 0x. */

export function depositBody(deposit: DepositState): object {
  const { statusMessage, maxFee, lockTime, fulfillment, replacedByTx } = deposit;
  return {
    ...depositInfo(deposit),
    statusMessage,
    parameters: { maxFee: Number(maxFee), lockTime },
    ...(fulfillment && { fulfillment: fulfillmentBody(fulfillment) }),
    ...(replacedByTx !== undefined && { replacedByTx }),
  };
}

/** A deposit in a list. */
export function depositInfo({ txid, vout, recipient, amount, changed, status, reclaimScript, depositScript }: DepositState): object {
  return {
    bitcoinTxid: txid,
    bitcoinTxOutputIndex: vout,
    recipient,
    amount: Number(amount),
    lastUpdateHeight: changed.height,
    lastUpdateBlockHash: without0x(changed.hash),
    status,
    reclaimScript,
    depositScript,
  };
}

export function withdrawalBody(withdrawal: WithdrawalState): object {
  const { statusMessage, maxFee, fulfillment, sweepTxid } = withdrawal;
  return {
    ...withdrawalInfo(withdrawal),
    statusMessage,
    parameters: { maxFee: Number(maxFee) },
    ...(fulfillment && { fulfillment: fulfillmentBody(fulfillment) }),
    expectedFulfillmentInfo: {
      ...(fulfillment && { bitcoinBlockHeight: fulfillment.bitcoinBlockHeight }),
      ...(sweepTxid !== undefined && { bitcoinTxid: sweepTxid }),
    },
  };
}

/** A withdrawal in a list. */
export function withdrawalInfo({ requestId, request, recipient, sender, amount, changed, status }: WithdrawalState): object {
  return {
    requestId: Number(requestId),
    stacksBlockHash: without0x(request?.hash ?? ''),
    stacksBlockHeight: request?.height ?? 0,
    recipient,
    sender,
    amount: Number(amount),
    lastUpdateHeight: changed.height,
    lastUpdateBlockHash: without0x(changed.hash),
    status,
    txid: without0x(request?.txid ?? ''),
  };
}

function fulfillmentBody({ bitcoinTxid, bitcoinTxIndex, stacksTxid, bitcoinBlockHash, bitcoinBlockHeight, fee }: Fulfillment): object {
  return {
    BitcoinTxid: bitcoinTxid,
    BitcoinTxIndex: bitcoinTxIndex,
    StacksTxid: without0x(stacksTxid ?? ''),
    BitcoinBlockHash: bitcoinBlockHash,
    BitcoinBlockHeight: bitcoinBlockHeight,
    BtcFee: Number(fee),
  };
}

/** @param available what the rolling cap leaves, undefined without one */
export function limitsBody(limits: BridgeLimits, available: bigint | undefined): object {
  return { ...accountLimitsBody(limits), availableToWithdraw: amount(available ?? null), accountCaps: {} };
}

/** The limits of one account; every account has those of the protocol. */
export function accountLimitsBody(limits: BridgeLimits): object {
  return {
    pegCap: amount(limits.pegCap),
    perDepositMinimum: amount(limits.perDepositMinimum),
    perDepositCap: amount(limits.perDepositCap),
    perWithdrawalCap: amount(limits.perWithdrawalCap),
    rollingWithdrawalBlocks: limits.rollingWithdrawalBlocks,
    rollingWithdrawalCap: amount(limits.rollingWithdrawalCap),
    throttleModeInitiator: null,
  };
}

export function chainstateBody({ height, hash, burnHeight }: Chainstate): object {
  return { stacksBlockHeight: height, stacksBlockHash: without0x(hash), bitcoinBlockHeight: burnHeight };
}

function amount(sats: bigint | null): number | null {
  return sats === null ? null : Number(sats);
}
