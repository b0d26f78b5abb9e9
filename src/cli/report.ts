import { CommanderError } from 'commander';
import { DevnetError, messageOf } from '../base/error.js';
import { toJson } from '../base/json.js';
import { sayTo } from '../network/operations.js';
import type { Context, GlobalOptions } from './context.js';
import { styled } from './style.js';

/** Writes an error to stderr: as text, or with `--json` as one line with the fields of the gateway's errors. */
export function reportError(error: unknown, context: Context, options: GlobalOptions): void {
  // Of commander's own errors only requests for help and the version arrive here.
  if (error instanceof CommanderError) return;
  const facts = error instanceof DevnetError ? error : undefined;
  const say = (text: string): string => sayTo('cli', text, facts?.advice);
  const message = say(messageOf(error));
  const hint = facts?.hint && say(facts.hint);
  if (options.json) {
    const { code = 'INTERNAL', field, expected, received, lastSeen } = facts ?? {};
    context.stderr.write(`${toJson({ error: message, code, field, expected, received, hint, lastSeen })}\n`);
    return;
  }
  context.stderr.write(`${styled('error:', 'red', context.stderr, context.env, options)} ${message}\n`);
  if (error instanceof DevnetError) {
    if (error.excerpt !== undefined) context.stderr.write(`${error.excerpt}\n`);
    if (error.lastSeen !== undefined) context.stderr.write(`last seen: ${error.lastSeen}\n`);
    if (hint !== undefined && !message.includes(hint)) context.stderr.write(`hint: ${hint}\n`);
  } else if (error instanceof Error && error.stack !== undefined) {
    // A bug of this program: a report of it needs the stack.
    context.stderr.write(`${error.stack}\n`);
  }
}
