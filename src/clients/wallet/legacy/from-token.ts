import { field, isRecord, parseJson } from '../../../base/json.js';
import { invalidParam, RPC_CODE, WalletError } from '../error.js';
import { authenticationResponse } from './authentication.js';
import type { LegacyUser } from './user.js';

/** A request in the form of SIP-030, and how the page wants its result. */
export type ModernRequest = {
  method: string;
  params: unknown;
  toResult(result: unknown, user: LegacyUser): unknown;
};

type Payload = Readonly<Record<string, unknown>>;
type Conversion = (payload: Payload) => ModernRequest;

/** The methods of `@stacks/connect` up to 7, and of the functions of `sats-connect` that are older than `request`. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  authenticationRequest: () => ({ method: 'getAddresses', params: {}, toResult: (_, user) => authenticationResponse(user) }),
  transactionRequest: (payload) => ({ ...transaction(payload), toResult: sentTransaction }),
  signatureRequest: ({ message }) => ({ method: 'stx_signMessage', params: { message }, toResult: same }),
  structuredDataSignatureRequest: ({ message, domain }) => ({
    method: 'stx_signStructuredMessage',
    params: { message, domain },
    toResult: same,
  }),
  psbtRequest: ({ hex, signAtIndex, allowedSighash }) => ({
    method: 'signPsbt',
    params: { hex, signAtIndex, allowedSighash },
    toResult: same,
  }),
  profileUpdateRequest: ({ profile }) => ({
    method: 'stx_updateProfile',
    params: { profile },
    toResult: (result) => part(result, 'profile'),
  }),
  connect: ({ purposes, network }) => ({
    method: 'getAddresses',
    params: { purposes, network: networkName(network) },
    toResult: (result) => ({ addresses: part(result, 'addresses') }),
  }),
  signMessage: ({ address, message, protocol }) => ({
    method: 'signMessage',
    params: { address, message, protocol },
    toResult: (result) => part(result, 'signature'),
  }),
  sendBtcTransaction: ({ recipients, network }) => ({
    method: 'sendTransfer',
    params: {
      recipients: listOfRecords(recipients).map(({ address, amountSats }) => ({ address, amount: amountSats })),
      network: networkName(network),
    },
    toResult: (result) => part(result, 'txid'),
  }),
  signTransaction: (payload) => ({ method: 'signPsbt', params: psbtParams(payload), toResult: signedPsbt }),
  signMultipleTransactions: ({ psbts, network }) => ({
    method: 'signMultiplePsbts',
    params: { psbts: listOfRecords(psbts).map(psbtParams), network: networkName(network) },
    toResult: (result) => listOfRecords(part(result, 'psbts')).map(signedPsbt),
  }),
};

/** Reads a request of an old library: a token, whose signature no wallet checks. @throws WalletError */
export function fromToken(method: string, token: string): ModernRequest {
  const convert = Object.hasOwn(CONVERSIONS, method) ? CONVERSIONS[method] : undefined;
  if (convert === undefined) throw new WalletError(RPC_CODE.methodNotFound, `the wallet has no method ${JSON.stringify(method)}`);
  return convert(readToken(token));
}

function readToken(token: string): Payload {
  const [, payload = ''] = token.split('.');
  try {
    const read = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
    if (isRecord(read)) return read;
  } catch {
    // As any other text.
  }
  throw invalidParam('token', 'a JSON web token', token);
}

function transaction(payload: Payload): { method: string; params: unknown } {
  const { txType, stxAddress: address, fee, nonce, sponsored, postConditions, postConditionMode, network } = payload;
  const common = { address, fee, nonce, sponsored, postConditions, postConditionMode, network: networkName(network) };
  const { contractAddress, contractName, functionName, functionArgs, codeBody, clarityVersion, recipient, amount, memo, txHex } = payload;
  switch (txType) {
    case 'contract_call':
      return {
        method: 'stx_callContract',
        params: { ...common, contract: `${contractAddress}.${contractName}`, functionName, functionArgs },
      };
    case 'smart_contract':
      return { method: 'stx_deployContract', params: { ...common, name: contractName, clarityCode: codeBody, clarityVersion } };
    case 'token_transfer':
      return { method: 'stx_transferStx', params: { ...common, recipient, amount, memo } };
    default:
      if (txHex !== undefined) return { method: 'stx_signTransaction', params: { transaction: txHex, network: common.network } };
      throw invalidParam('txType', 'contract_call, smart_contract or token_transfer', txType);
  }
}

/** `@stacks/connect` sends the network of stacks.js, `sats-connect` an object with the name of Bitcoin's. */
function networkName(network: unknown): unknown {
  if (!isRecord(network)) return network;
  if ('type' in network) return network['type'];
  const { chainId } = network;
  if (typeof chainId !== 'number') return undefined;
  return chainId === 1 ? 'mainnet' : 'testnet';
}

function psbtParams({ psbtBase64, broadcast, inputsToSign, network }: Payload) {
  const signInputs = listOfRecords(inputsToSign).flatMap(({ address, signingIndexes }) =>
    Array.isArray(signingIndexes) ? signingIndexes.map((index: unknown) => ({ index, address })) : [],
  );
  return { psbt: psbtBase64, broadcast, network: networkName(network), signInputs: signInputs.length === 0 ? undefined : signInputs };
}

function signedPsbt(result: unknown) {
  return { psbtBase64: part(result, 'psbt'), txId: part(result, 'txid') };
}

function sentTransaction(result: unknown) {
  return { txId: part(result, 'txid'), txRaw: part(result, 'transaction') };
}

function same(result: unknown): unknown {
  return result;
}

function part(result: unknown, name: string): unknown {
  return isRecord(result) ? field(result, name) : undefined;
}

function listOfRecords(value: unknown): Payload[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
