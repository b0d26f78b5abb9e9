import { DecodeError } from '../../protocol/codec/error.js';
import type { Log } from '../log/log.js';
import type { Peer } from './peer.js';
import type { Message } from './wire/message.js';
import { PeerEnd, ProtocolError } from './wire/protocol-error.js';

/**
 * Logs an error about a message of a peer, and says what follows. As in Core, an unreadable message is ignored, and peers that
 * this node chose or that have the permission `noban` stay connected.
 * @returns the reason why the peer is disconnected, or undefined
 * @throws other errors
 */
export function endAfter(error: unknown, peer: Peer, { command, payload }: Message, log: Log): ProtocolError | undefined {
  if (error instanceof DecodeError) {
    log.debug('net', () => `ProcessMessages(${command}, ${payload.length} bytes): Exception '${error.message}' caught, peer=${peer.id}`);
    return undefined;
  }
  if (!(error instanceof ProtocolError)) throw error;
  if (error instanceof PeerEnd) return error;
  return isPunished(peer, error.message, log) ? error : undefined;
}

/** Logs what a peer did wrong. @returns whether it is disconnected for that */
export function isPunished({ id, type, permissions }: Peer, reason: string, log: Log): boolean {
  log.debug('net', () => `Misbehaving: peer=${id}: ${reason}`);
  const spared = permissions.includes('noban') ? 'noban' : type === 'manual' ? 'manually connected' : undefined;
  if (spared !== undefined) log.info(`Warning: not punishing ${spared} peer ${id}!`);
  return spared === undefined;
}
