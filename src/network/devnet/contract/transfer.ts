import { readAmount } from '../../../base/check-amount.js';
import { invalid } from '../../../base/error.js';
import { checkPrincipal } from '../../../stacks/principal.js';
import type { Signing } from '../../../stacks/signing.js';
import { signTransfer } from '../../../stacks/signing.js';
import type { Accounts, StacksTxReceipt } from '../../data.js';
import { areOnMainnet } from '../account-network.js';
import { checkOptions } from '../options.js';
import { recipientOf } from '../recipient.js';
import type { SendAndWait } from './send-and-wait.js';
import { resolveSigner } from './signer.js';
import type { TransferRequest } from './types.js';

const MEMO_LENGTH = 34;

/** Sends STX. @throws DevnetError INVALID_INPUT, REJECTED, TIMEOUT, and as `waitForTx` */
export async function transferStx(request: TransferRequest, accounts: Accounts, send: SendAndWait): Promise<string | StacksTxReceipt> {
  if (typeof request !== 'object' || request === null) throw invalid('transfer', 'an object with to, amount and as', request);
  checkOptions('transfer', request);
  const { to, amount: _, memo = '', as, ...options } = request;
  const recipient = recipientOf(to, accounts, { chain: 'stx', field: 'to', expected: 'a Stacks address, a contract,' });
  checkPrincipal(recipient, 'to', { isMainnet: areOnMainnet(accounts) });
  const amount = readAmount(request.amount, 'amount', 'a whole number of micro-STX, 1 or more', { least: 1n, limit: 2n ** 63n });
  if (typeof memo !== 'string' || Buffer.byteLength(memo, 'utf8') > MEMO_LENGTH) {
    throw invalid('memo', `text of at most ${MEMO_LENGTH} bytes`, memo);
  }
  const signer = await resolveSigner(as, accounts);
  if (recipient === signer.address) throw invalid('to', 'another account than the sender', to);
  const what = `the transfer of ${amount} micro-STX to ${recipient}`;
  const sign = (signing: Signing) => signTransfer({ ...signing, recipient, amount, memo });
  return send({ ...options, what, signer, sign, spends: amount }, (receipt) => receipt);
}
