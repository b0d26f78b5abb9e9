import { checkPrincipal } from '../../chains/stacks/principal.js';
import type { Signing } from '../../chains/stacks/sign.js';
import { signTransfer } from '../../chains/stacks/transfer.js';
import { checkAmount } from '../../check-amount.js';
import { closest } from '../../closest.js';
import { invalid } from '../../error.js';
import { accountNamed } from '../account-named.js';
import { areOnMainnet } from '../account-network.js';
import { checkOptions } from '../options.js';
import type { Accounts, StacksTxReceipt } from '../types.js';
import type { SendAndWait } from './send-and-wait.js';
import { resolveSigner } from './signer.js';
import type { TransferRequest } from './types.js';

const MEMO_LENGTH = 34;
/** No address: these have 28 characters or more. */
const LIKE_A_NAME = /^[A-Za-z_][\w-]{0,19}$/;

/** Sends STX. @throws DevnetError INVALID_INPUT, REJECTED, TIMEOUT, and as `waitForTx` */
export async function transferStx(request: TransferRequest, accounts: Accounts, send: SendAndWait): Promise<string | StacksTxReceipt> {
  if (typeof request !== 'object' || request === null) throw invalid('transfer', 'an object with to, amount and as', request);
  checkOptions('transfer', request);
  const { to, amount, memo = '', as, ...options } = request;
  const recipient = recipientOf(to, accounts);
  checkAmount(amount, 'amount', 'micro-STX as bigint, 1 or more', { least: 1n, limit: 2n ** 63n });
  if (typeof memo !== 'string' || Buffer.byteLength(memo, 'utf8') > MEMO_LENGTH) {
    throw invalid('memo', `text of at most ${MEMO_LENGTH} bytes`, memo);
  }
  const signer = await resolveSigner(as, accounts);
  if (recipient === signer.address) throw invalid('to', 'another account than the sender', to);
  const what = `the transfer of ${amount} micro-STX to ${recipient}`;
  const sign = (signing: Signing) => signTransfer({ ...signing, recipient, amount, memo });
  return send({ ...options, what, signer, sign, spends: amount }, (receipt) => receipt);
}

function recipientOf(to: unknown, accounts: Accounts): string {
  const named = typeof to === 'string' ? accountNamed(accounts, to) : undefined;
  if (named !== undefined) return named.stx.address;
  if (typeof to === 'string' && LIKE_A_NAME.test(to)) {
    const names = Object.keys(accounts);
    const [meant] = closest(to, names);
    const question = meant === undefined ? '' : `Did you mean ${meant}? `;
    throw invalid('to', 'a Stacks address, a contract, or the name of an account', to, `${question}The accounts are ${names.join(', ')}.`);
  }
  checkPrincipal(to as string, 'to', { isMainnet: areOnMainnet(accounts) });
  return String(to);
}
