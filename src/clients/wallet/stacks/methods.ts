import { hex0x, without0x } from '../../../base/hex.js';
import { field, listOf, readObject, readText } from '../../../base/json.js';
import { createWriter } from '../../../bitcoin/codec.js';
import { findPrincipal, NONE, serialize, UIntValue, type Value } from '../../../clarity/values.js';
import { sha256, sha512_256 } from '../../../stacks/codec.js';
import { callPayload, deployPayload, signHash, structuredDataHash, transferPayload } from '../../../stacks/signing.js';
import { invalidParam, noFunds, RPC_CODE, WalletError } from '../error.js';
import type { Call, Methods, Outcome, Params } from '../method.js';
import { amountParam, flagParam, hexParam, listParam, optionalAmount, textParam } from '../params.js';
import { keyOf, type StacksOrder } from './send.js';
import { clarityParam, readConditions } from './value.js';

/** The largest amount of a token. */
const MAX_UINT = 2n ** 128n - 1n;

const CONTRACT_NAME = /^[a-zA-Z](?:[\w-]){0,127}$/;

/** The methods of SIP-030 that make a transaction. */
const transactionMethods: Methods = {
  stx_transferStx: {
    kind: 'send',
    async run(params, call) {
      const recipient = principalParam(params, 'recipient');
      const amount = amountParam(params, 'amount');
      const memo = params['memo'] ?? '';
      if (typeof memo !== 'string' || Buffer.byteLength(memo) > 34) throw invalidParam('memo', 'text of at most 34 bytes', memo);
      const payload = transferPayload({ recipient, amount, memo });
      return send(params, call, {
        what: `the transfer of ${amount} micro-STX to ${recipient}`,
        payload,
        conditions: { mode: 'deny' },
        spends: amount,
      });
    },
  },
  stx_callContract: {
    kind: 'send',
    async run(params, call) {
      const contract = contractParam(params, 'contract');
      const fn = textParam(params, 'functionName');
      // `arguments` is what old versions of sats-connect sent.
      const name = params['functionArgs'] === undefined && params['arguments'] !== undefined ? 'arguments' : 'functionArgs';
      const args = await Promise.all(listParam(params, name).map((value, index) => clarityParam(value, `${name}[${index}]`)));
      return send(params, call, {
        what: `the call of ${contract}.${fn}`,
        payload: callPayload({ contract, fn, args }),
        conditions: await readConditions(params),
      });
    },
  },
  stx_deployContract: {
    kind: 'send',
    async run(params, call) {
      const name = textParam(params, 'name');
      if (!CONTRACT_NAME.test(name)) throw invalidParam('name', 'a name of a contract', name);
      const source = textParam(params, 'clarityCode');
      const version = optionalAmount(params, 'clarityVersion', 6n);
      const payload = deployPayload({ name, source, clarityVersion: version === undefined ? undefined : Number(version) });
      return send(params, call, { what: `the deployment of ${name}`, payload, conditions: await readConditions(params) });
    },
  },
  stx_transferSip10Ft: {
    kind: 'send',
    async run(params, call) {
      const { contract, asset } = await assetOf(params, call, 'fungible_tokens');
      const [sender, recipient] = [call.account.stx.address, principalParam(params, 'recipient')];
      const amount = amountParam(params, 'amount', MAX_UINT);
      const args: Value[] = [new UIntValue(amount), principal(sender), principal(recipient), NONE];
      const condition = { type: 'ft-postcondition', address: sender, condition: 'eq', asset, amount: String(amount) };
      return transferToken(params, call, { contract, args, condition });
    },
  },
  stx_transferSip9Nft: {
    kind: 'send',
    async run(params, call) {
      const { contract, asset } = await assetOf(params, call, 'non_fungible_tokens');
      const [sender, recipient] = [call.account.stx.address, principalParam(params, 'recipient')];
      const id = await clarityParam(params['assetId'], 'assetId');
      const condition = { type: 'nft-postcondition', address: sender, condition: 'sent', asset, assetId: params['assetId'] };
      return transferToken(params, call, { contract, args: [id, principal(sender), principal(recipient)], condition });
    },
  },
};

type Token = { contract: string; args: Value[]; condition: Record<string, unknown> };

/** Calls `transfer` of SIP-009 or SIP-010. The wallet adds the post-condition that exactly this leaves the account. */
async function transferToken(params: Params, call: Call, { contract, args, condition }: Token): Promise<Outcome> {
  const { Cl, postConditionToHex } = await import('@stacks/transactions');
  const { assetId } = condition;
  const ready = typeof assetId === 'string' ? { ...condition, assetId: Cl.deserialize(assetId) } : condition;
  const own = postConditionToHex(ready as Parameters<typeof postConditionToHex>[0]);
  const conditions = await readConditions({ ...params, postConditions: params['postConditions'] ?? [own] });
  return send(params, call, { what: `the transfer of ${contract}`, payload: callPayload({ contract, fn: 'transfer', args }), conditions });
}

/** Completes `ST….token` by the name of its only asset. */
async function assetOf(
  params: Params,
  { stacks }: Call,
  kind: 'fungible_tokens' | 'non_fungible_tokens',
): Promise<{ contract: string; asset: string }> {
  const text = textParam(params, 'asset');
  const [contract = '', name] = text.split('::');
  if (!isContract(contract)) throw invalidParam('asset', 'ST….contract or ST….contract::asset', text);
  if (name !== undefined) return { contract, asset: text };
  const path = `/v2/contracts/interface/${contract.replace('.', '/')}`;
  const answer = await stacks.rpc.getJson(path, { absent: [404] });
  if (answer === undefined) throw invalidParam('asset', 'a contract of the network', text);
  const [only, ...others] = listOf(field(readObject(answer, path), kind), kind);
  if (only === undefined || others.length > 0)
    throw invalidParam('asset', 'ST….contract::asset, because the contract has not exactly one', text);
  return { contract, asset: `${contract}::${readText(readObject(only, kind), 'name')}` };
}

type Prepared = Pick<StacksOrder, 'what' | 'payload' | 'conditions' | 'spends'>;

/** Signs and sends with what all these methods have in common. */
async function send(params: Params, call: Call, prepared: Prepared): Promise<Outcome> {
  const { account, policy, stacks } = call;
  const address = params['address'];
  if (address !== undefined && address !== account.stx.address) {
    const message = `params.address: expected the wallet's active account ${account.stx.address}, received ${String(address)}`;
    throw new WalletError(RPC_CODE.addressMismatch, message);
  }
  const nonce = optionalAmount(params, 'nonce');
  const sponsored = flagParam(params, 'sponsored', false);
  const broadcast = flagParam(params, 'broadcast', true) && !sponsored;
  const { transaction, txid, fee } = await stacks.send({
    ...prepared,
    account,
    fee: policy.fee ?? optionalAmount(params, 'fee'),
    nonce: nonce === undefined ? undefined : Number(nonce),
    broadcast,
    sponsored,
  });
  // A sponsor changes the id. SIP-030 has bytes without 0x.
  const result = sponsored ? { transaction } : { txid: without0x(txid), transaction };
  return { result, fee, txid: broadcast ? txid : undefined };
}

function principal(text: string): Value {
  const value = findPrincipal(text);
  if (value === undefined) throw invalidParam('recipient', 'a Stacks principal', text);
  return value;
}

function principalParam(params: Params, name: string): string {
  const text = textParam(params, name);
  if (findPrincipal(text) === undefined) throw invalidParam(name, 'a Stacks principal', text);
  return text;
}

function contractParam(params: Params, name: string): string {
  const text = textParam(params, name);
  if (!isContract(text)) throw invalidParam(name, 'a contract such as ST….name', text);
  return text;
}

function isContract(text: string): boolean {
  return findPrincipal(text)?.name !== undefined;
}

/** The prefix of signed texts, and its length (`hashMessage` of stacks.js). */
const PREFIX = Buffer.from('\x17Stacks Signed Message:\n');

/** The methods of SIP-030 that sign what a page has made. */
const signatureMethods: Methods = {
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

/** The methods of SIP-030 that sign or send something. */
export const stacksMethods: Methods = { ...transactionMethods, ...signatureMethods };
