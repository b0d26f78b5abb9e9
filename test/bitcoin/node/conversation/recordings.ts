import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Exchange, readConversation } from './exchange.js';

/** Where the recorded conversations are: a folder for each, with a file for each chapter. */
export const RECORDINGS = path.resolve(import.meta.dirname, '../../../fixtures/bitcoin-node');

/** Of the conversations, with a letter that is not ASCII. */
export const CREDENTIALS = { user: 'user', password: 'pässword' };

/** The file with the methods of the bitcoind of a conversation. */
export const METHODS = 'methods';

export function recordedText(conversation: string, chapter: string): string {
  return readFileSync(path.join(RECORDINGS, conversation, `${chapter}.txt`), 'utf8');
}

export function recorded(conversation: string, chapter: string): Exchange[] {
  return readConversation(recordedText(conversation, chapter));
}
