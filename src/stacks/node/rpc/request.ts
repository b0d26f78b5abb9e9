import { isClarityName, isContractName } from '../../../clarity/name-syntax.js';
import { decodeAddress } from '../../../clarity/values.js';
import { RpcError, undecodable } from './answer.js';
import type { RpcNode } from './node.js';

/** The node's answer to a request that it does not accept as HTTP. */
export const UNDECODABLE = 'Received an HTTP message that the node could not decode';

export const MAX_U32 = 0xffffffff;

/** A decoded request: the route's named parameters, query and body. */
export type RpcRequest = {
  readonly path: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly contentType: ContentType | undefined;
  /** The header, unchanged. */
  readonly authorization: string | undefined;
  readonly body: Buffer;
};

type ContentType = 'json' | 'bytes' | 'text';

/**
 * As the node does, `text/plain` and JSON may carry parameters; undefined without a header.
 * @throws RpcError for any other type, on whatever request
 */
export function parseContentType(header: string | undefined): ContentType | undefined {
  if (header === undefined) return undefined;
  const type = header.toLowerCase();
  if (type === 'application/octet-stream') return 'bytes';
  if (type === 'text/plain' || type.startsWith('text/plain;')) return 'text';
  if (type === 'application/json' || type.startsWith('application/json;')) return 'json';
  throw new RpcError(400, UNDECODABLE);
}

/** @throws RpcError 400 if the node has no token, 401 unless the request has it */
export function requireToken({ authToken }: RpcNode, { authorization }: RpcRequest): void {
  if (authToken === undefined) throw new RpcError(400, 'Bad Request.');
  if (authorization !== authToken) throw new RpcError(401, 'Unauthorized');
}

/** @throws RpcError if the request has a body. @param what for example ` for GetInfo` */
export function requireNoBody(request: RpcRequest, what = ''): void {
  if (request.body.length !== 0) throw undecodable(`Invalid Http request: expected 0-length body${what}`);
}

/** @throws RpcError unless there is a body of that type and less than `maxLength` bytes */
export function requireJsonBody({ body, contentType }: RpcRequest, what: string, maxLength: number): void {
  const { length } = body;
  if (length === 0 || length >= maxLength) throw undecodable(`Invalid Http request: invalid body length for ${what} (${length})`);
  if (contentType !== 'json') throw undecodable('Invalid content-type: expected application/json');
}

/** `ST….name` of two path parameters. @throws RpcError */
export function contractParam(request: RpcRequest, addressKey = 'address', contractKey = 'contract'): string {
  const address = request.params[addressKey] ?? '';
  const contract = request.params[contractKey] ?? '';
  if (decodeAddress(address) === undefined) throw new RpcError(400, `Failed to decode \`${addressKey}\``);
  if (!isContractName(contract)) throw new RpcError(400, `Failed to decode \`${contractKey}\``);
  return `${address}.${contract}`;
}

/** The name of a function, variable, map or constant in the path. @throws RpcError */
export function clarityNameParam(request: RpcRequest, key: string): string {
  const name = request.params[key] ?? '';
  if (!isClarityName(name)) throw new RpcError(400, `Failed to decode \`${key}\``);
  return name;
}

/** A number of 32 bits in the path. @throws RpcError */
export function u32Param(request: RpcRequest, key: string): number {
  const number = Number(request.params[key]);
  if (number > MAX_U32) throw new RpcError(400, `Failed to decode \`${key}\``);
  return number;
}

/** Whether the answer includes a proof, as by default. This node has no MARF, so its proofs are empty. */
export function wantsProof(request: RpcRequest): boolean {
  return (request.query.get('proof') ?? '1') === '1';
}
