import {
  BufferValue,
  ClaritySyntaxError,
  FALSE,
  IntValue,
  PrincipalValue,
  parseClarity,
  serializedHex,
  TRUE,
  UIntValue,
  type Value,
} from '../../clarity/values.js';
import { signCall } from '../../stacks/signing.js';
import { valueText } from '../../tools/story.js';
import { request } from '../api/http.js';
import type { Abi, AbiFunction, AbiType, Account, NodeInfo } from '../api/types.js';
import { asLiteral, example, typeText } from './types.js';

/** The fee of a call in micro-STX, as the command line's. */
const FEE = 3_000n;

/** Reads what a form has for the arguments of a function. @param account whose contract `.name` is @throws Error naming the argument */
export function readArguments({ args }: AbiFunction, texts: readonly string[], account: string): Value[] {
  return readValues(args, texts, account);
}

function readValues(args: AbiFunction['args'], texts: readonly string[], account: string): Value[] {
  return args.map(({ name, type }, index) => {
    try {
      const text = asLiteral(texts[index] ?? '', type);
      if (text === '') throw new TypeError(`${name}: no value, expected for example ${example(type)}`);
      const value = parseClarity(text, account);
      if (!isPlainly(value, type)) throw new TypeError(`${name}: expected ${typeText(type)}`);
      return value;
    } catch (error) {
      if (error instanceof ClaritySyntaxError) throw new Error(`${name}: ${error.message}`);
      throw error;
    }
  });
}

/** Whether a value may have a type. Nodes check the parts of compound types, but find no entry of a map if a key has another type. */
function isPlainly(value: Value, type: AbiType): boolean {
  if (type === 'uint128') return value instanceof UIntValue;
  if (type === 'int128') return value instanceof IntValue;
  if (type === 'bool') return value === TRUE || value === FALSE;
  if (type === 'principal') return value instanceof PrincipalValue;
  return typeof type === 'string' || !('buffer' in type) || value instanceof BufferValue;
}

/**
 * Looks up an entry of a map.
 * @param texts what a form has for the parts of the key @returns the entry as an optional, in Clarity's syntax
 */
export async function readMapEntry(contract: string, { name, key }: Abi['maps'][number], texts: readonly string[]): Promise<string> {
  const [address = ''] = contract.split('.');
  const parts = typeof key === 'object' && 'tuple' in key ? key.tuple : undefined;
  const values = readValues(parts ?? [{ name: 'key', type: key }], texts, address);
  const fields = parts?.map((part, index) => `${part.name}: ${valueText(serializedHex(values[index] as Value))}`);
  const [only] = fields === undefined ? values : [parseClarity(`{${fields.join(', ')}}`, address)];
  const path = `/v2/map_entry/${contract.replace('.', '/')}/${encodeURIComponent(name)}?proof=0`;
  const { data } = await request<{ data: string }>(path, { method: 'POST', body: `0x${serializedHex(only as Value)}` });
  return valueText(data);
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
