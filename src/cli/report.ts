import { CommanderError } from 'commander';
import { DevnetError, messageOf } from '../error.js';
import { toJson } from '../json.js';
import type { Context, GlobalOptions } from './context.js';
import { styled } from './style.js';

/** Writes an error to stderr: in words, or with `--json` as one line with the fields of the gateway's errors. */
export function reportError(error: unknown, context: Context, options: GlobalOptions): void {
  if (error instanceof CommanderError) {
    if (helpCodes.has(error.code)) return;
    reportError(new DevnetError('INVALID_INPUT', error.message.replace(/^error: /, ''), { hint: 'see --help' }), context, options);
    return;
  }
  const message = messageOf(error);
  if (options.json) {
    const facts = error instanceof DevnetError ? error : undefined;
    const { code = 'INTERNAL', field, expected, received, hint, lastSeen } = facts ?? {};
    context.stderr.write(`${toJson({ error: message, code, field, expected, received, hint, lastSeen })}\n`);
    return;
  }
  context.stderr.write(`${styled('error:', 'red', context.stderr, context.env, options)} ${message}\n`);
  if (error instanceof DevnetError) {
    if (error.lastSeen !== undefined) context.stderr.write(`last seen: ${error.lastSeen}\n`);
    if (error.hint !== undefined) context.stderr.write(`hint: ${error.hint}\n`);
  } else if (error instanceof Error && error.stack !== undefined) {
    // Not one of ours, so a fault of this program: where it came from is what a report of it needs.
    context.stderr.write(`${error.stack}\n`);
  }
}

/** Not errors: help or the version was asked for, or shown in place of a missing command. */
const helpCodes = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version']);
