import { randomBytes } from 'node:crypto';
import { createReader } from '../../../chains/bitcoin/codec/reader.js';
import { knows } from './handshake.js';
import type { Peer } from './peer.js';
import { SINCE } from './wire/version.js';

const INTERVAL_MS = 120_000;
const TIMEOUT_MS = 1_200_000;

/** Sends a ping. The answer to an earlier one does not count any more. */
export function sendPing(peer: Peer): void {
  const nonce = randomBytes(8);
  peer.ping.sentAt = performance.now();
  peer.ping.nonce = knows(peer, SINCE.pingNonce) ? nonce.readBigUInt64LE() : undefined;
  peer.connection.send('ping', knows(peer, SINCE.pingNonce) ? nonce : undefined);
}

/** Handles `ping` (BIP31). Old peers send no nonce and expect no answer. */
export function answerPing(peer: Peer, payload: Uint8Array): void {
  if (knows(peer, SINCE.pingNonce)) peer.connection.send('pong', createReader(payload).bytes(8));
}

/** Handles `pong`. A wrong nonce is ignored, as in Core. */
export function notePong({ ping }: Peer, payload: Buffer): void {
  if (payload.length < 8 || ping.nonce === undefined || payload.readBigUInt64LE() !== ping.nonce) return;
  const elapsed = performance.now() - ping.sentAt;
  ping.nonce = undefined;
  ping.last = elapsed;
  ping.least = Math.min(ping.least ?? elapsed, elapsed);
}

/** Sends the next ping when it is due. @returns whether the peer is silent for too long */
export function keepAlive(peer: Peer, now: number): boolean {
  const elapsed = now - peer.ping.sentAt;
  if (peer.ping.nonce !== undefined) return elapsed > TIMEOUT_MS;
  if (elapsed > INTERVAL_MS) sendPing(peer);
  return false;
}
