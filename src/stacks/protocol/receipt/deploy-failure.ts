import { withCaret } from '../../../base/caret.js';
import { without0x } from '../../../base/hex.js';
import type { FailurePlace } from '../../../clarity/trace.js';
import { CodecError } from '../codec/error.js';
import { decodeTransaction, type Transaction } from '../codec/transaction/transaction.js';
import { placeOfError } from '../source/place-of-error.js';
import { formatFailurePlace } from '../trace/format-failure-place.js';
import type { SourcePosition, StacksReceipt } from './node-receipt.js';

/** Why a contract was not deployed. */
export type DeployFailure = {
  /** The error, with its place if it is known. */
  text: string;
  /** The place of the error, if it is known. */
  place: SourcePosition | undefined;
  /** The line of the source with a caret, after a line feed; empty without a place. */
  lines: string;
  /** The origin that the node reported, at the place of the error. */
  origin: FailurePlace | undefined;
};

/** The place that a node built for development writes before an error; other nodes write `:0:0:`. */
const PLACE = /^:(\d+):(\d+): (.*)$/s;

/** Returns why a deploy failed; undefined for other transactions, and for a deploy that a post-condition or its own code undid. */
export function deployFailure(receipt: StacksReceipt): DeployFailure | undefined {
  const { status, vmError, vmErrorPosition, origin } = receipt;
  if (status !== 'abort_by_response' || vmError === null || vmError === '' || receipt.unknown?.includes('reason')) return undefined;
  const source = deployedSource(receipt.rawTx);
  if (source === undefined) return undefined;
  const [, line = '0', column = '0', message = vmError] = PLACE.exec(vmError) ?? [];
  const reported = vmErrorPosition ?? (line === '0' ? undefined : { line: Number(line), column: Number(column) });
  const place = placeOfError(source, message, reported);
  const ownPlace = origin?.stack.length === 1 ? { line: origin.line, column: origin.column } : undefined;
  const shown = place ?? ownPlace;
  return {
    text:
      place === undefined
        ? `${message}${origin === undefined ? '' : ` from ${formatFailurePlace(origin)}`}`
        : `${message} (line ${place.line}, column ${place.column})`,
    place,
    lines: shown === undefined || lineAt(source, shown) === '' ? '' : `\n${withCaret(lineAt(source, shown), shown.column)}`,
    origin: origin && (place === undefined || isSame(place, origin) ? origin : { ...origin, ...place, expression: wordAt(source, place) }),
  };
}

function deployedSource(rawTx: string): string | undefined {
  const payload = payloadOf(rawTx);
  return payload?.type === 'deploy' ? payload.source : undefined;
}

function payloadOf(rawTx: string): Transaction['payload'] | undefined {
  try {
    return decodeTransaction(Buffer.from(without0x(rawTx), 'hex')).payload;
  } catch (error) {
    // Observers also report Bitcoin operations, which are no Stacks transactions.
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function isSame(a: SourcePosition, b: SourcePosition): boolean {
  return a.line === b.line && a.column === b.column;
}

function lineAt(source: string, { line }: SourcePosition): string {
  return source.split('\n')[line - 1] ?? '';
}

function wordAt(source: string, place: SourcePosition): string {
  return /^[^\s()]*/.exec(lineAt(source, place).slice(place.column - 1))?.[0] ?? '';
}
