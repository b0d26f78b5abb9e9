import { without0x } from '../../../base/hex.js';
import { field, listOf, readObject, readText } from '../../../base/json.js';
import { findPrincipal, NONE, UIntValue, type Value } from '../../../clarity/values.js';
import { callPayload, deployPayload, transferPayload } from '../../../stacks/signing.js';
import { invalidParam, RPC_CODE, WalletError } from '../error.js';
import type { Call, Methods, Outcome, Params } from '../method.js';
import { amountParam, flagParam, listParam, optionalAmount, textParam } from '../params.js';
import type { StacksOrder } from '../stacks/send.js';
import { clarityParam, readConditions } from '../stacks/value.js';

/** The largest amount of a token. */
const MAX_UINT = 2n ** 128n - 1n;

const CONTRACT_NAME = /^[a-zA-Z](?:[\w-]){0,127}$/;

/** The methods of SIP-030 that make a transaction. */
export const stacksTransactions: Methods = {
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
