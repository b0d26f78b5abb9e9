import { Cl, makeContractCall, makeSTXTokenTransfer, PostConditionMode, type StacksTransactionWire } from '@stacks/transactions';
import type { Account, Devnet } from '#dist/network/types.js';

export const NETWORK = 'stacks:2147483648';

/** What a resource costs, as a server says. */
export function requirements(devnet: Devnet, changes: object = {}) {
  const payTo = devnet.accounts.wallet_2.stx.address;
  return { scheme: 'exact', network: NETWORK, amount: '1000', asset: 'STX', payTo, maxTimeoutSeconds: 20, ...changes };
}

/** The body of a request to the facilitator. */
export function paymentOf(transaction: StacksTransactionWire | string, required: object, changes: object = {}): object {
  const hex = typeof transaction === 'string' ? transaction : transaction.serialize();
  const paymentPayload = { x402Version: 2, accepted: required, payload: { transaction: hex } };
  return { x402Version: 2, paymentPayload: { ...paymentPayload, ...changes }, paymentRequirements: required };
}

export function signStx(devnet: Devnet, payer: Account, { to = devnet.accounts.wallet_2.stx.address, amount = 1_000, ...others } = {}) {
  return makeSTXTokenTransfer({ recipient: to, amount, senderKey: payer.privateKey, network: devnet.network, fee: 300, ...others });
}

export function signToken(
  devnet: Devnet,
  payer: Account,
  contract: string,
  { from = payer.stx.address, amount = 1_000, fn = 'transfer' } = {},
) {
  const [contractAddress = '', contractName = ''] = contract.split('.');
  return makeContractCall({
    contractAddress,
    contractName,
    functionName: fn,
    functionArgs: [Cl.uint(amount), Cl.principal(from), Cl.principal(devnet.accounts.wallet_2.stx.address), Cl.none()],
    senderKey: payer.privateKey,
    network: devnet.network,
    postConditionMode: PostConditionMode.Allow,
    fee: 600,
  });
}

/** Asks the facilitator. */
export async function ask(devnet: Devnet, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${devnet.urls.gateway}/x402/${path}`, init);
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
}

/** A SIP-010 token, of which an account has 5,000. */
export const token = (owner: string) => `
(define-fungible-token coin)
(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) (err u4))
    (asserts! (< amount u4000) (err u9))
    (ft-transfer? coin amount sender recipient)))
(define-read-only (get-balance (who principal)) (ok (ft-get-balance coin who)))
(ft-mint? coin u5000 '${owner})`;
