import { advise } from '../../base/advice.js';
import { DevnetError, invalid } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import { isHexBytes } from '../../base/hex-digits.js';
import { isRecord } from '../../base/json.js';
import { notSecret } from '../../base/show-value.js';
import type { ClarityValue } from '../../clarity/stacks-js.js';
import type { CallTrace, CostProfile } from '../../clarity/trace.js';
import { findPrincipal, parseValueHex, serializedHex } from '../../clarity/values.js';
import { CodecError } from '../../stacks/codec.js';
import type { Engine } from '../../stacks/engine.js';
import type { StacksTxReceipt } from '../../stacks/receipt.js';
import type { SimulationRequest } from '../../stacks/trace.js';
import { decodeTransaction } from '../../stacks/transactions.js';
import { type ClarityLiteral, literalValue } from './contract/literal.js';

/** What a mined transaction did, call by call, and why it failed. */
export type StacksTrace = Pick<StacksTxReceipt, 'txid' | 'status' | 'result' | 'reason' | 'origin' | 'block'> & CallTrace;

/** What each function and line of a mined transaction cost. */
export type StacksProfile = Pick<StacksTxReceipt, 'txid' | 'status' | 'result' | 'block'> & CostProfile;

/** A Clarity value: an object of `@stacks/transactions`, a literal of `clarity()`, or its serialization as hex, with or without 0x. */
export type ClarityArgument = string | ClarityLiteral | ClarityValue;

/** A call by any account, without a signature, fee or nonce; or a serialized transaction. */
export type SimulateRequest =
  | {
      /** The address of any account, funded or not. */
      sender: string;
      /** `ST….name` */
      contract: string;
      /** A public or read-only function. */
      function: string;
      /** @default none */
      args?: readonly ClarityArgument[] | undefined;
    }
  | {
      /** The transaction as hex. The embedded engine checks neither signature nor nonce; real nodes check both. */
      transaction: string;
    };

/** Returns a request with serialized arguments, as the control route takes it. */
export async function serializeRequest(request: SimulateRequest): Promise<object> {
  const { args } = request as { args?: unknown };
  return Array.isArray(args) ? { ...request, args: await Promise.all(args.map(serializeArgument)) } : request;
}

/** Serializes a value of `@stacks/transactions` or a literal of `clarity()`; hex stays as it is. @throws DevnetError INVALID_INPUT */
export async function serializeArgument(argument: unknown): Promise<unknown> {
  if (!isRecord(argument)) return argument;
  const literal = literalValue(argument);
  if (literal !== undefined) return serializedHex(literal);
  const { serializeCV } = await import('@stacks/transactions');
  try {
    return serializeCV(argument as unknown as import('@stacks/transactions').ClarityValue);
  } catch {
    throw invalid('args', 'Clarity values of @stacks/transactions, or their serialization as hex', argument);
  }
}

/** Checks a serialized request. @throws DevnetError INVALID_INPUT */
export function checkRequest(request: object): SimulationRequest {
  const { transaction, sender, contract, function: fn, args = [], ...others } = request as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(unknown, 'transaction, or sender, contract, function and args', unknown);
  if (transaction !== undefined) {
    const extra = Object.entries({ sender, contract, function: fn }).find(([, value]) => value !== undefined);
    if (extra !== undefined) throw invalid(extra[0], 'no other field beside transaction', extra[1]);
    return { type: 'transaction', raw: checkTransaction(transaction) };
  }
  if (typeof sender !== 'string' || findPrincipal(sender)?.name !== undefined || findPrincipal(sender) === undefined) {
    throw invalid('sender', 'the address of an account, which is no contract', sender);
  }
  if (typeof contract !== 'string' || findPrincipal(contract)?.name === undefined) throw invalid('contract', 'ST….name', contract);
  if (typeof fn !== 'string' || fn === '') throw invalid('function', 'the name of a function', fn);
  if (!Array.isArray(args)) throw invalid('args', 'a list of Clarity values', args);
  return { type: 'call', sender, contract, fn, args: args.map((arg, index) => checkArgument(arg, `args[${index}]`)) };
}

/** Reads a serialized transaction. @throws DevnetError INVALID_INPUT */
export function checkTransaction(value: unknown, field = 'transaction'): Buffer {
  const raw = Buffer.from(checkHex(field, value), 'hex');
  const expected = 'a serialized transfer, contract call or deploy';
  try {
    const { payload } = decodeTransaction(raw);
    if (['transfer', 'call', 'deploy'].includes(payload.type)) return raw;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw invalid(field, expected, value, `It cannot be decoded: ${error.message}`);
  }
  throw invalid(field, expected, value);
}

/** Reads a serialized value. @returns hex without 0x @throws DevnetError INVALID_INPUT */
export function checkArgument(argument: unknown, field: string): string {
  const hex = checkHex(field, argument);
  if (parseValueHex(hex) === undefined) throw invalid(field, 'a serialized Clarity value', argument);
  return hex;
}

function checkHex(field: string, value: unknown): string {
  const hex = typeof value === 'string' ? without0x(value.toLowerCase()) : '';
  if (hex === '' || !isHexBytes(hex)) throw invalid(field, 'hex digits, with or without 0x', value);
  return hex;
}

/** Traces a transaction of the chain. @throws DevnetError INVALID_INPUT, NOT_FOUND, UNSUPPORTED */
export async function traceTransaction(engine: Pick<Engine, 'name' | 'trace'>, receiptOf: ReceiptOf, txid: string): Promise<StacksTrace> {
  const { receipt, found } = await executeAgain(receiptOf, txid, supported(engine, 'calls', engine.trace));
  const { status, result, reason, origin, block } = receipt;
  return { txid: receipt.txid, status, result, ...(reason && { reason }), ...(origin && { origin }), block, ...found };
}

/** Profiles a transaction of the chain. @throws DevnetError INVALID_INPUT, NOT_FOUND, UNSUPPORTED */
export async function profileTransaction(
  engine: Pick<Engine, 'name' | 'profile'>,
  receiptOf: ReceiptOf,
  txid: string,
): Promise<StacksProfile> {
  const { receipt, found } = await executeAgain(receiptOf, txid, supported(engine, 'costs', engine.profile));
  const { status, result, block } = receipt;
  return { txid: receipt.txid, status, result, block, ...found };
}

type ReceiptOf = (txid: string) => StacksTxReceipt | undefined;

type Ask<T> = (txid: string) => Promise<T | undefined>;

function supported<T>({ name }: Pick<Engine, 'name'>, what: string, ask: Ask<T> | undefined): Ask<T> {
  if (ask !== undefined) return ask;
  return () => {
    throw new DevnetError('UNSUPPORTED', `the nodes of the ${name} engine report no ${what} of the parts of a transaction`, {
      hint: 'Run the same transactions on the embedded engine.',
    });
  };
}

async function executeAgain<T>(receiptOf: ReceiptOf, txid: string, ask: Ask<T>): Promise<{ receipt: StacksTxReceipt; found: T }> {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', notSecret(txid));
  const before = receiptOf(txid);
  const found = await ask(before?.txid ?? txid);
  // The chain may have left the block meanwhile.
  const receipt = receiptOf(txid);
  if (found !== undefined && receipt !== undefined && receipt.block.hash === before?.block.hash) return { receipt, found };
  const hint = advise`Wait until it is in a block: ${{ do: 'stacks.waitForTx', with: { txid } }}.`;
  throw new DevnetError('NOT_FOUND', `no Stacks block has transaction ${txid}. ${hint}`, {
    field: 'txid',
    received: txid,
    hint,
  });
}
