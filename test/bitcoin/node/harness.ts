import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode, BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';

export const USER = 'user';
export const PASSWORD = 'päss:word';
export const AUTHORIZATION = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;

/** An anyone-can-spend script: P2WSH of OP_TRUE, spent with {@link TRUE_WITNESS}. */
export const TRUE_SCRIPT = hex('00204ae81572f06e1b88fd5ced7a1a000945432e83e1551e6f721ee9c00b8cc33260');
export const TRUE_WITNESS = [Uint8Array.of(0x51)];
/** The address of {@link TRUE_SCRIPT}. */
export const TRUE_ADDRESS = 'bcrt1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsqseac85';

type RpcFailure = { code: number; message: string };
// biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests are about
export type Answer = any;

export type RpcNode = AsyncDisposable & {
  node: BitcoinNode;
  url: string;
  /** The result of a call. Rejects with a {@link RpcFailure}. */
  call(method: string, ...params: unknown[]): Promise<Answer>;
  /** The error of a call. */
  failure(method: string, ...params: unknown[]): Promise<RpcFailure>;
  /** A POST of any body. */
  post(
    body: unknown,
    init?: { path?: string; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Headers; text: string }>;
};

/** Wallets of tests know fewer unused keys than by default: they derive all of them in time. */
const FEW_KEYS: BitcoinNodeOptions = { wallets: { keypool: 40 } };

/** A node that serves RPC on a free port. */
export async function startRpcNode(options = FEW_KEYS): Promise<RpcNode> {
  const node = createBitcoinNode(options);
  const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: USER, password: PASSWORD });
  const post: RpcNode['post'] = async (body, { path = '/', headers = {} } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const send = async (method: string, params: unknown[]) => JSON.parse((await post({ id: 1, method, params })).text);
  return {
    node,
    url,
    post,
    call: async (method, ...params) => {
      const { result, error } = await send(method, params);
      if (error !== null) throw error;
      return result;
    },
    failure: async (method, ...params) => (await send(method, params)).error,
    [Symbol.asyncDispose]: () => node.close(),
  };
}

export function hex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}
