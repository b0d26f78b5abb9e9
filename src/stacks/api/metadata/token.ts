import { DevnetError, messageOf } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import type { Value } from '../../../clarity/values.js';
import type { ApiContext } from '../context.js';
import { type Metadata, readDocument } from './document.js';
import { loadDocument, OFFLINE } from './load.js';

/** A failure in the words of the token metadata service: `{error}`, with 404 or 422. */
export class TokenError extends Error {
  readonly statusCode: 404 | 422;

  constructor(statusCode: 404 | 422, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Asks a read-only function. @returns what is in `ok` and `some`, or undefined for another answer and a function that is not there */
export async function ask({ node }: ApiContext, contract: string, fn: string, args: Value[] = []): Promise<Value | undefined> {
  try {
    const answer = await node.callRead({ contract, fn, args });
    const inner = answer.kind === 'response' && answer.isOk ? answer.value : undefined;
    return inner?.kind === 'optional' ? inner.value : inner;
  } catch (error) {
    if (error instanceof DevnetError && error.code === 'RPC') return undefined;
    throw error;
  }
}

export function textOf(value: Value | undefined): string | undefined {
  if (value?.kind === 'utf8') return value.characters.join('');
  return value?.kind === 'ascii' ? value.text : undefined;
}

/** The name of the contract's first token. @throws TokenError 404 for a contract that is not there or has none */
export async function assetOf(
  { interfaces }: ApiContext,
  contract: string,
  kind: 'fungible_tokens' | 'non_fungible_tokens',
): Promise<string> {
  const abi = await interfaces.of(contract);
  const [token]: unknown[] = Array.isArray(abi?.[kind]) ? abi[kind] : [];
  if (!isRecord(token)) throw new TokenError(404, 'Contract not found');
  return String(token['name']);
}

/**
 * Reads the document behind a URI. A document that cannot be read is reported to the log, and the token has no metadata.
 * @throws TokenError 422 for a language that the document does not have
 */
export async function metadataOf(context: ApiContext, uri: string | undefined, locale: string | undefined): Promise<Metadata | undefined> {
  const found = uri === undefined ? undefined : await documentOf(context, uri);
  if (locale === undefined || found?.localization?.default === locale) return found;
  if (!found?.localization?.locales.includes(locale)) throw new TokenError(422, 'Locale not found');
  const translated = await documentOf(context, found.localization.uri.replaceAll('{locale}', locale));
  return translated === undefined ? found : { ...found, ...defined(translated), localization: found.localization };
}

async function documentOf({ metadata = OFFLINE, onWarning }: ApiContext, uri: string): Promise<Metadata | undefined> {
  try {
    return readDocument(await loadDocument(uri, metadata), metadata);
  } catch (error) {
    onWarning?.(`the metadata of a token at ${uri.slice(0, 200)} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
}
