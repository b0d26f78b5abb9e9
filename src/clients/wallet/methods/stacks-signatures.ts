import { hex0x, without0x } from '../../../base/hex.js';
import { createWriter } from '../../../bitcoin/codec.js';
import { serialize } from '../../../clarity/values.js';
import { sha256, sha512_256 } from '../../../stacks/codec.js';
import { signHash, structuredDataHash } from '../../../stacks/signing.js';
import { invalidParam, noFunds } from '../error.js';
import type { Call, Methods, Outcome, Params } from '../method.js';
import { flagParam, hexParam, listParam, textParam } from '../params.js';
import { keyOf } from '../stacks/send.js';
import { clarityParam } from '../stacks/value.js';

/** The prefix of signed texts, and its length (`hashMessage` of stacks.js). */
const PREFIX = Buffer.from('\x17Stacks Signed Message:\n');

/** The methods of SIP-030 that sign what a page has made. */
export const stacksSignatures: Methods = {
  stx_signMessage: {
    kind: 'sign',
    run(params, call) {
      const writer = createWriter(128);
      writer.varBytes(Buffer.from(textParam(params, 'message')));
      return { result: signatureOf(sha256(Buffer.concat([PREFIX, writer.finish()])), call) };
    },
  },
  stx_signStructuredMessage: {
    kind: 'sign',
    async run(params, call) {
      const [message, domain] = [await clarityParam(params['message'], 'message'), await clarityParam(params['domain'], 'domain')];
      if (domain.kind !== 'tuple') throw invalidParam('domain', 'a tuple', params['domain']);
      return { result: signatureOf(structuredDataHash(serialize(domain), serialize(message)), call) };
    },
  },
  stx_signTransaction: {
    kind: 'sign',
    async run(params, call) {
      // Old versions of connect send `txHex`.
      const hex = hexParam({ transaction: params['transaction'] ?? params['txHex'] }, 'transaction');
      const { transaction, txid, fee } = await signTransaction(hex, isToSend(params, call), call);
      return { result: txid === undefined ? { transaction } : { transaction, txid: without0x(txid) }, txid, fee };
    },
  },
  stx_signTransactions: {
    kind: 'sign',
    async run(params, call) {
      const transactions: string[] = [];
      let last: Omit<Outcome, 'result'> = {};
      // All are read before the first one is sent.
      const given = listParam(params, 'transactions').map((hex, index) => {
        const name = `transactions[${index}]`;
        return hexParam({ [name]: hex }, name);
      });
      for (const hex of given) {
        const { transaction, ...sent } = await signTransaction(hex, isToSend(params, call), call);
        transactions.push(transaction);
        last = sent;
      }
      if (transactions.length === 0) throw invalidParam('transactions', 'one transaction or more', []);
      return { result: { transactions }, ...last };
    },
  },
};

/** Leather sends it if asked to, Xverse unless asked not to. */
function isToSend(params: Params, { wallet }: Call): boolean {
  return flagParam(params, 'broadcast', wallet === 'xverse');
}

/** @returns the signed transaction as hex, and its txid if it was sent */
async function signTransaction(
  bytes: Uint8Array,
  broadcast: boolean,
  { account, policy, stacks }: Call,
): Promise<{ transaction: string; txid: string | undefined; fee: bigint }> {
  const { AuthType, deserializeTransaction, TransactionSigner } = await import('@stacks/transactions');
  const transaction = readTransaction(() => deserializeTransaction(bytes));
  if (policy.fee !== undefined) transaction.setFee(policy.fee);
  const isSponsored = transaction.auth.authType === AuthType.Sponsored;
  const signer = new TransactionSigner(transaction);
  signer.signOrigin(`${keyOf(account)}01`);
  const signed = Buffer.from(transaction.serializeBytes());
  const sends = broadcast && !isSponsored;
  if (sends && policy.funds === 'none') throw noFunds(account.stx.address);
  if (sends) await stacks.rpc.broadcast(signed);
  return {
    transaction: signed.toString('hex'),
    txid: sends ? hex0x(sha512_256(signed)) : undefined,
    fee: transaction.auth.spendingCondition.fee as bigint,
  };
}

function readTransaction<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw invalidParam('transaction', 'a serialized Stacks transaction as hex', 'other bytes');
  }
}

function signatureOf(hash: Uint8Array, { account, addresses }: Call) {
  return { signature: signHash(hash, Buffer.from(keyOf(account), 'hex')).toString('hex'), publicKey: addresses.publicKey };
}
