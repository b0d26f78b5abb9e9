import { adviceOf } from '../../base/advice.js';
import { type BroadcastPayment, DevnetError, invalid } from '../../base/error.js';
import { readAdvice } from '../../base/sent-advice.js';
import { afterTimeout, leftMs, startDeadline, type WaitOptions } from '../../base/wait.js';
import { bound } from '../devnet/connected/bound.js';
import type { Control } from '../devnet/connected/control.js';
import { encodeFields, read } from './codec.js';
import type { Naming } from './network.js';
import type { AnyOperation, Perform } from './operation.js';
import { filledPath, placementOf } from './placement.js';
import { ofGateways } from './schema-check.js';

export type Requests = {
  /** Asks a path below `/devnet/v1`. */
  control: Control;
  /** Reads a file below `/devnet/v1`. */
  download(path: string): Promise<Uint8Array>;
  /** Fires when the connection is closed. */
  closed: AbortSignal;
  naming(): Naming;
};

/** The longest timeout of the gateway, in ms. */
const LONGEST = 9_999_999;

/** Does operations by requests to a gateway. */
export function performOver({ control, download, closed, naming }: Requests): Perform {
  return async (row, input) => {
    const { signal, timeoutMs } = input as WaitOptions;
    const prepared = row.prepare === undefined ? input : { ...input, ...(await row.prepare(naming(), input as never)) };
    const sentMs = timeoutMs === undefined ? undefined : Math.min(leftMs(startDeadline(input, timeoutMs)), LONGEST);
    const { method, path, ...sent } = requestOf(row, sentMs === undefined ? prepared : { ...prepared, timeoutMs: sentMs });
    if (row.output?.media !== undefined) return download(path);
    const send = (ended?: AbortSignal) => control(method, path, ended === undefined ? sent : { ...sent, signal: ended });
    const what = row.waitsFor?.(...(row.positional as readonly string[]).map((name) => input[name] as never));
    const { status, body } = await (what === undefined ? send() : bound({ what, signal, closed }, send)).catch((error: unknown) => {
      throw withWholeTimeout(error, sentMs, timeoutMs);
    });
    if (row.output === undefined || row.http?.answers !== undefined) return undefined;
    const answer = read(row.output, body, ofGateways);
    if (status === 202) throw unconfirmed(what ?? row.summary, answer as BroadcastPayment, body, timeoutMs);
    return answer;
  };
}

/** The error for a payment whose block did not come in time. */
function unconfirmed(what: string, payment: BroadcastPayment, body: Record<string, unknown>, timeoutMs: number | undefined): DevnetError {
  const { lastSeen, hint: words } = body as { lastSeen?: string; hint?: string };
  const hint = adviceOf({ hint: words, advice: readAdvice(body['advice']) });
  const seen = lastSeen === undefined ? '' : `; last seen: ${lastSeen}`;
  const after = timeoutMs === undefined ? '' : ` ${afterTimeout(timeoutMs)}`;
  const message = `gave up waiting for ${what}'s payment ${payment.txId}${after}${seen}${hint === undefined ? '' : `. ${hint}`}`;
  return new DevnetError('TIMEOUT', message, { lastSeen, hint, payment });
}

/** What is sent for an operation. */
export type OperationRequest = Pick<NonNullable<Parameters<Control>[2]>, 'body' | 'bytes' | 'isLong'> & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
};

/** @param input the fields by name; those of the path and, without a body, of the query become text; those of headers are not sent */
export function requestOf({ input: fields, http }: AnyOperation, input: Readonly<Record<string, unknown>>): OperationRequest {
  if (http === undefined) throw new DevnetError('UNSUPPORTED', 'this operation works in the process of the network only');
  const { method, fixed, body: whole } = http;
  const encoded: Record<string, unknown> = { ...encodeFields(fields, input), ...fixed };
  const { inPath, inHeaders, rest, restIn } = placementOf(fields, http);
  const path = filledPath(http, (name) => encodeURIComponent(String(encoded[name])));
  const isLong = http.slow ?? method !== 'GET';
  const left = Object.entries(encoded).filter(([name]) => !inPath.includes(name) && inHeaders[name] === undefined);
  if (restIn === 'query') {
    const query = new URLSearchParams(left.map(([name, value]): [string, string] => [name, String(value)]));
    return { method, path: query.size === 0 ? path : `${path}?${query}`, isLong };
  }
  if (whole !== undefined) {
    const value = encoded[whole];
    if (fields[whole].media === undefined) return { method, path, isLong, body: value };
    if (!(value instanceof Uint8Array)) throw invalid(whole, 'a Uint8Array', value);
    return { method, path, isLong, bytes: value };
  }
  return { method, path, isLong, ...((rest.length > 0 || fixed !== undefined) && { body: Object.fromEntries(left) }) };
}

/** The gateway knows only what was left of the timeout. */
function withWholeTimeout(error: unknown, sentMs: number | undefined, timeoutMs: number | undefined): unknown {
  if (!(error instanceof DevnetError && error.code === 'TIMEOUT') || sentMs === undefined || timeoutMs === undefined) return error;
  const message = error.message.replace(afterTimeout(sentMs), afterTimeout(timeoutMs));
  return new DevnetError('TIMEOUT', message, { ...error, cause: error.cause });
}
