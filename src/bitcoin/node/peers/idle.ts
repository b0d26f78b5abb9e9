import type { Peer } from './peer.js';
import { keepAlive } from './pings.js';

/**
 * Pings a peer if that is due. @returns in bitcoind's words why a peer is silent for too long, if it is
 * @param now seconds since 1970
 * @param timeout seconds that a peer has for its first messages
 */
export function idleReason(peer: Peer, now: number, timeout: number): string | undefined {
  const { connection, connectedAt, ready } = peer;
  const isNew = now <= connectedAt + timeout;
  if (ready) return keepAlive(peer) && !isNew ? `ping timeout: ${((peer.timer() - peer.ping.sentAt) / 1000).toFixed(6)}s` : undefined;
  if (isNew) return undefined;
  const missing = [
    ...(connection.received.last === 0 ? ['never received from peer'] : []),
    ...(connection.sent.last === 0 ? ['never sent to peer'] : []),
  ];
  if (missing.length === 0) return 'version handshake timeout';
  return ['socket no message in first', `${timeout} seconds,`, missing.join(', ')].join(' ');
}
