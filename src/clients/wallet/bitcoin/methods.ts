import { addressScript } from '../../../bitcoin/address.js';
import type { TxOut } from '../../../bitcoin/codec.js';
import { toHex } from '../../../bitcoin/codec.js';
import { messageHash } from '../../../bitcoin/crypto.js';
import type { Account } from '../../../network/data.js';
import { invalidParam, noFunds } from '../error.js';
import type { Call, Methods, Outcome, Params } from '../method.js';
import { amountParam, flagParam, listParam, readParams, textParam } from '../params.js';
import { keyOf } from '../stacks/send.js';
import { signingKeysOf } from './keys.js';
import { bip322Hash, signBip137, signBip322 } from './message.js';
import { completePsbt, feeOfPsbt, readPsbt, signPsbt, writePsbt } from './psbt.js';

/** Sats per virtual byte. */
const FEE_RATE = 2;

/** The methods of WBIP, Leather and Xverse for Bitcoin. */
export const bitcoinMethods: Methods = {
  sendTransfer: {
    kind: 'send',
    async run(params, { account, addresses, policy, bitcoin }) {
      const outputs = recipientsOf(params);
      const { feeRate = FEE_RATE } = policy;
      const { txid, fee } = await bitcoin.pay({ account, outputs, feeRate, outputKey: addresses.outputKey, change: addresses.payment });
      return { result: { txid }, txid, fee };
    },
  },
  signPsbt: {
    kind: 'sign',
    run: signOnePsbt,
  },
  signMultiplePsbts: {
    kind: 'sign',
    async run(params, call) {
      const outcomes: Outcome[] = [];
      for (const psbt of listParam(params, 'psbts')) outcomes.push(await signOnePsbt(readParams(psbt), call));
      if (outcomes.length === 0) throw invalidParam('psbts', 'one PSBT or more', params['psbts']);
      return { ...outcomes.at(-1), result: { psbts: outcomes.map(({ result }) => result) } };
    },
  },
  signMessage: {
    kind: 'sign',
    run: (params, call) => ({ result: call.wallet === 'leather' ? signForLeather(params, call) : signForXverse(params, call) }),
  },
  getBalance: {
    kind: 'read',
    async run(_, { addresses, policy, bitcoin }) {
      const { confirmed, unconfirmed } = await bitcoin.balance(addresses.payment);
      const sums = policy.funds === 'none' ? [0n, 0n, 0n] : [confirmed, unconfirmed, confirmed + unconfirmed];
      const [settled, pending, total] = sums.map(String);
      return { result: { confirmed: settled, unconfirmed: pending, total } };
    },
  },
};

async function signOnePsbt(params: Params, { account, addresses, policy, bitcoin }: Call): Promise<Outcome> {
  const psbt = readPsbt(params);
  signPsbt(psbt, params, signingKeysOf(account, addresses.outputKey));
  const fee = feeOfPsbt(psbt);
  if (!flagParam(params, 'broadcast', false)) return { result: writePsbt(psbt, params), fee };
  if (policy.funds === 'none') throw noFunds(addresses.payment);
  const txid = await bitcoin.broadcast(completePsbt(psbt));
  return { result: { ...writePsbt(psbt, params), txid }, txid, fee };
}

/** Reads recipients; old versions of Leather send one, `address` and `amount`. */
function recipientsOf(params: Params): TxOut[] {
  const given = params['recipients'] === undefined && params['address'] !== undefined ? [params] : listParam(params, 'recipients');
  if (given.length === 0) throw invalidParam('recipients', 'one recipient or more', params['recipients']);
  return given.map((value, index) => {
    const recipient = readParams(value);
    const address = textParam(recipient, 'address');
    const amount = amountParam(recipient, 'amount');
    if (amount === 0n) throw invalidParam(`recipients[${index}].amount`, 'sats, more than 0', recipient['amount']);
    return { value: amount, scriptPubKey: scriptOf(address, `recipients[${index}].address`) };
  });
}

function scriptOf(address: string, name: string): Uint8Array {
  try {
    return addressScript(address);
  } catch {
    throw invalidParam(name, 'a Bitcoin address of regtest', address);
  }
}

/** Leather signs with one of two addresses, always by BIP-322. */
function signForLeather(params: Params, { account, addresses }: Call) {
  const message = textParam(params, 'message');
  const { paymentType = 'p2wpkh' } = params;
  if (paymentType !== 'p2wpkh' && paymentType !== 'p2tr') throw invalidParam('paymentType', "'p2wpkh' or 'p2tr'", paymentType);
  const address = account.btc.addresses[paymentType];
  return { signature: signBip322(message, addressScript(address), signingKeysOf(account, addresses.outputKey)), address, message };
}

/** Xverse signs by ECDSA for payment addresses and by BIP-322 for others, unless the request has a protocol. */
function signForXverse(params: Params, { account, addresses }: Call) {
  const [address, message] = [textParam(params, 'address'), textParam(params, 'message')];
  const kind = kindOf(address, account);
  const { protocol = kind === 'p2tr' ? 'BIP322' : 'ECDSA' } = params;
  if (protocol === 'ECDSA' && kind !== 'p2tr') {
    const signature = signBip137(message, kind, Buffer.from(keyOf(account), 'hex'));
    return { address, protocol, signature, messageHash: toHex(messageHash(message)) };
  }
  if (protocol !== 'BIP322')
    throw invalidParam('protocol', kind === 'p2tr' ? "'BIP322' for this address" : "'ECDSA' or 'BIP322'", protocol);
  const signature = signBip322(message, addressScript(address), signingKeysOf(account, addresses.outputKey));
  return { address, protocol, signature, messageHash: toHex(bip322Hash(message)) };
}

type AddressKind = keyof Account['btc']['addresses'];

function kindOf(address: string, { btc }: Account): AddressKind {
  const kinds = Object.keys(btc.addresses) as AddressKind[];
  const kind = kinds.find((one) => btc.addresses[one] === address);
  if (kind === undefined) throw invalidParam('address', "one of the account's Bitcoin addresses", address);
  return kind;
}
