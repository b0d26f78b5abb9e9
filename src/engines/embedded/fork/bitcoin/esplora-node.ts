import { DevnetError, type ForkFailureReason, messageOf } from '../../../../base/error.js';
import { parseJson } from '../../../../base/json.js';
import { DecodeError } from '../../../../bitcoin/codec.js';
import type { OriginTransaction } from '../../../../bitcoin/fork-source.js';
import { forkSourceError } from '../fork-source-error.js';
import type { ForkSourceTransport } from '../transport.js';
import { readTransactionBody } from './transaction-body.js';

/** Reads an Esplora server. All methods throw DevnetError ORIGIN; undefined stands for what the server does not have. */
export type EsploraNode = {
  text(path: string): Promise<string | undefined>;
  bytes(path: string): Promise<Uint8Array | undefined>;
  /** @param read may throw DevnetError RPC or DecodeError for an answer of another server */
  json<T>(path: string, read: (answer: unknown) => T): Promise<T | undefined>;
  /** Returns confirmed transactions of a list, and null for the others. */
  transactions(path: string): Promise<(OriginTransaction | null)[]>;
  /** The error of an answer that a server of Esplora does not give. */
  wrong(path: string, what: string, cause?: unknown): DevnetError;
  error(reason: ForkFailureReason, what: string, cause?: unknown): DevnetError;
};

/** In answers with status 400 or 404 that say that the server has no such thing. A proxy has pages in HTML. */
const ABSENT = /not found|out of range|unconfirmed/i;

export function esploraNode(url: string, { get }: Pick<ForkSourceTransport, 'get'>): EsploraNode {
  const error: EsploraNode['error'] = (reason, what, cause) => forkSourceError(url, reason, what, cause);
  const wrong: EsploraNode['wrong'] = (path, what, cause) =>
    error('BAD_ANSWER', `does not answer as an Esplora server does: ${path}: ${what}`, cause);

  async function bytes(path: string): Promise<Buffer | undefined> {
    const { status, body } = await get(path);
    if (status === 200) return body;
    const text = body.toString('utf8', 0, 200).replace(/\s+/g, ' ').trim();
    if ((status === 404 || status === 400) && ABSENT.test(text) && !text.startsWith('<')) return undefined;
    throw wrong(path, `HTTP ${status} ${text}`);
  }

  async function json<T>(path: string, read: (answer: unknown) => T): Promise<T | undefined> {
    const body = await bytes(path);
    if (body === undefined) return undefined;
    try {
      return read(parseJson(body.toString('utf8')));
    } catch (cause) {
      const isKnown =
        cause instanceof SyntaxError || cause instanceof DecodeError || (cause instanceof DevnetError && cause.code === 'RPC');
      if (!isKnown) throw cause;
      throw wrong(path, messageOf(cause), cause);
    }
  }

  return {
    bytes,
    json,
    error,
    wrong,
    text: async (path) => (await bytes(path))?.toString('utf8').trim(),
    async transactions(path) {
      return (await json(path, (answer) => (Array.isArray(answer) ? answer : [answer]).map(readTransactionBody))) ?? [];
    },
  };
}
