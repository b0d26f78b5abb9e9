import { randomBytes } from '#platform/crypto.js';
import { createReader } from '../../protocol/codec/reader.js';
import type { Log } from '../log/log.js';
import { knows } from './handshake.js';
import type { Peer } from './peer.js';
import { SINCE } from './wire/version.js';

const INTERVAL_MS = 120_000;
const TIMEOUT_MS = 1_200_000;

/** Sends a ping. The answer to an earlier one does not count any more. */
export function sendPing(peer: Peer): void {
  const nonce = randomBytes(8);
  peer.ping.sentAt = peer.timer();
  peer.ping.nonce = knows(peer, SINCE.pingNonce) ? nonce.readBigUInt64LE() : undefined;
  peer.connection.send('ping', knows(peer, SINCE.pingNonce) ? nonce : undefined);
}

/** Handles `ping` (BIP31). Old peers send no nonce and expect no answer. */
export function answerPing(peer: Peer, payload: Uint8Array): void {
  if (knows(peer, SINCE.pingNonce)) peer.connection.send('pong', createReader(payload).bytes(8));
}

/** Handles `pong`. A wrong nonce is ignored, as in Core. */
export function notePong({ id, ping, timer }: Peer, payload: Buffer, log: Log): void {
  const fault = pongFault(ping.nonce, payload);
  if (fault !== undefined) {
    const { problem, nonce, ends } = fault;
    const expected = (ping.nonce ?? 0n).toString(16);
    log.debug('net', () => `pong peer=${id}: ${problem}, ${expected} expected, ${nonce.toString(16)} received, ${payload.length} bytes`);
    if (ends) ping.nonce = undefined;
    return;
  }
  const elapsed = timer() - ping.sentAt;
  ping.nonce = undefined;
  ping.last = elapsed;
  ping.least = Math.min(ping.least ?? elapsed, elapsed);
}

/** Returns what is wrong with a pong. `ends`: whether no other answer is expected any more, as in Core. */
function pongFault(expected: bigint | undefined, payload: Buffer): { problem: string; nonce: bigint; ends: boolean } | undefined {
  if (payload.length < 8) return { problem: 'Short payload', nonce: 0n, ends: true };
  const nonce = payload.readBigUInt64LE();
  if (expected === undefined) return { problem: 'Unsolicited pong without ping', nonce, ends: false };
  if (nonce === expected) return undefined;
  return nonce === 0n ? { problem: 'Nonce zero', nonce, ends: true } : { problem: 'Nonce mismatch', nonce, ends: false };
}

/** Sends the next ping when it is due. @returns whether the peer is silent for too long */
export function keepAlive(peer: Peer): boolean {
  const elapsed = peer.timer() - peer.ping.sentAt;
  if (peer.ping.nonce !== undefined) return elapsed > TIMEOUT_MS;
  if (elapsed > INTERVAL_MS) sendPing(peer);
  return false;
}
