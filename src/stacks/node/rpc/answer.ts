import { encodeParts, jsonParts, type PlaceList } from '../../../base/json-parts.js';
import { stringify } from './json.js';

type ContentType = 'application/json' | 'text/plain' | 'application/octet-stream';
/** One answer of the RPC; `allow` is the header of a 405. */
export type Answer = { status: number; contentType: ContentType; body: Buffer | string; allow?: string | undefined };

export function ok(value: unknown): Answer {
  return { status: 200, contentType: 'application/json', body: stringify(value) };
}

/** The same for a value with long lists: {@link jsonParts}. */
export async function okWithLists(make: (list: PlaceList) => unknown): Promise<Answer> {
  return { status: 200, contentType: 'application/json', body: Buffer.concat(await encodeParts(jsonParts(make, stringify))) };
}

export function okBytes(body: Buffer): Answer {
  return { status: 200, contentType: 'application/octet-stream', body };
}

export function badRequestJson(value: unknown): Answer {
  return { status: 400, contentType: 'application/json', body: stringify(value) };
}

/** An error of the RPC: plain text, as the node sends all but mempool and fee rejections. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function notFound(message: string): RpcError {
  return new RpcError(404, message);
}

/** A request that the node cannot decode. */
export function undecodable(message: string): RpcError {
  return new RpcError(400, `Failed to decode: ${message}`);
}

/** A body that ends before what it should hold. */
export function tooShort(): RpcError {
  const error = 'ReadError(Error { kind: UnexpectedEof, message: "failed to fill whole buffer" })';
  return new RpcError(400, `Failed to decode due to SIP-003 codec error: ${error}`);
}
