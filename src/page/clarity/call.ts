import { ClaritySyntaxError, parseClarity, serializedHex, type Value } from '../../clarity/values.js';
import { signCall } from '../../stacks/signing.js';
import { valueText } from '../../tools/story.js';
import { request } from '../api/http.js';
import type { AbiFunction, Account, NodeInfo } from '../api/types.js';
import { asLiteral } from './types.js';

/** The fee of a call in micro-STX, as the command line's. */
const FEE = 3_000n;

/** Reads what a form has for the arguments of a function. @param account whose contract `.name` is @throws Error naming the argument */
export function readArguments({ args }: AbiFunction, texts: readonly string[], account: string): Value[] {
  return args.map(({ name, type }, index) => {
    try {
      return parseClarity(asLiteral(texts[index] ?? '', type), account);
    } catch (error) {
      if (error instanceof ClaritySyntaxError) throw new Error(`${name}: ${error.message}`);
      throw error;
    }
  });
}

/** Calls a read-only function. @returns its value in Clarity's syntax @throws Error with the node's reason */
export async function readContract(contract: string, fn: string, args: readonly Value[], sender: string): Promise<string> {
  const body = { sender, arguments: args.map((arg) => `0x${serializedHex(arg)}`) };
  const path = `/v2/contracts/call-read/${contract.replace('.', '/')}/${encodeURIComponent(fn)}`;
  const { okay, result, cause } = await request<{ okay: boolean; result?: string; cause?: string }>(path, { method: 'POST', body });
  if (!okay || result === undefined) throw new Error(cause ?? 'the node did not say why');
  return valueText(result);
}

/** Signs a call with an account of the network, and sends it. @returns the txid with 0x */
export async function callContract(account: Account, contract: string, fn: string, args: readonly Value[]): Promise<string> {
  const [{ network_id: chainId }, { possible_next_nonce: nonce }] = await Promise.all([
    request<NodeInfo>('/v2/info'),
    request<{ possible_next_nonce: number }>(`/extended/v1/address/${account.stx.address}/nonces`),
  ]);
  const privateKey = account.privateKey.slice(0, 64);
  const { bytes, txid } = await signCall({ privateKey, nonce, fee: FEE, chainId, contract, fn, args });
  await request('/v2/transactions', { method: 'POST', body: bytes });
  return txid;
}
