import { randomBytes } from '#platform/crypto.js';
import type { NodeCore } from '../core.js';
import type { ConnectionType, Peer } from './peer.js';
import type { Peers } from './peers.js';
import { PeerEnd } from './wire/protocol-error.js';
import {
  MIN_PEER_VERSION,
  OWN_SERVICES,
  PROTOCOL_VERSION,
  parseVersion,
  SERVICE,
  SINCE,
  serializeVersion,
  type Version,
} from './wire/version.js';

/** The connections to peers that must serve blocks. */
const EXPECTING: readonly ConnectionType[] = ['outbound-full-relay', 'block-relay-only', 'addr-fetch'];
/** While the tip is younger, in seconds, the last blocks are enough (Core's `NODE_NETWORK_LIMITED_ALLOW_CONN_BLOCKS`). */
const NEARLY_SYNCED = 144 * 600;

/** The last version of the protocol that had alerts. */
const LAST_WITH_ALERTS = 70_012;
/** The last alert, with its signature: the key is known to everybody. Core still sends it to peers that take alerts. */
const FINAL_ALERT = Buffer.from(
  '60010000000000000000000000ffffff7f00000000ffffff7ffeffff7f01ffffff7f00000000ffffff7f00ffffff7f002f555247454e543a20416c657274' +
    '206b657920636f6d70726f6d697365642c2075706772616465207265717569726564004630440220653febd6410f470f6bae11cad19c48413becb1ac2c' +
    '17f908fd0fd53bdc3abd5202206d0e9c96fe88d4a0f01ed9dedae2b6f9e00da94cad0fecaae66ecf689bf71b50',
  'hex',
);

/** Greets peers. */
export type Handshake = {
  /** Sends this node's version. */
  greet(peer: Peer): void;
  /** Handles `version`. @throws PeerEnd for an old peer, or this node itself; DecodeError */
  version(peer: Peer, payload: Uint8Array): void;
};

export function createHandshake({ chain, clock, userAgent, peers }: NodeCore): Handshake {
  // A peer with this nonce is this node.
  const nonce = randomBytes(8).readBigUInt64LE();
  const greet = (peer: Peer) => {
    const time = Math.floor(peer.timer() / 1000);
    const own: Version = {
      version: PROTOCOL_VERSION,
      services: OWN_SERVICES,
      time,
      nonce,
      userAgent,
      startHeight: chain.tip().height,
      relay: wantsTransactions(peer, peers),
    };
    peer.connection.send('version', serializeVersion(own));
  };
  return {
    greet,
    version: (peer, payload) => {
      // Core ignores a second one.
      if (peer.version !== undefined) return;
      const version = parseVersion(payload);
      if (version.nonce === nonce) throw new PeerEnd('connected to self');
      if (version.version < MIN_PEER_VERSION) throw new PeerEnd(`peer using obsolete version ${version.version}`);
      peer.version = version;
      const expected = EXPECTING.includes(peer.type) ? expectedServices(version, clock.now() - chain.tip().header.time) : 0n;
      if ((version.services & expected) !== expected) {
        const [offered, wanted] = [version.services, expected].map((services) => services.toString(16).padStart(8, '0'));
        throw new PeerEnd(`peer does not offer the expected services (${offered} offered, ${wanted} expected)`);
      }
      if (peer.type === 'feeler') throw new PeerEnd('feeler connection completed');
      if (peer.inbound) greet(peer);
      // Old peers, such as stacks-node, expect verack as the next message.
      if (knows(peer, SINCE.wtxidRelay)) peer.connection.send('wtxidrelay');
      if (knows(peer, SINCE.sendAddrV2)) peer.connection.send('sendaddrv2');
      peer.connection.send('verack');
      if (version.version <= LAST_WITH_ALERTS) peer.connection.send('alert', FINAL_ALERT);
    },
  };
}

/** @param age of the tip, in seconds */
function expectedServices({ services }: Version, age: number): bigint {
  const hasLastBlocks = (services & SERVICE.NETWORK_LIMITED) !== 0n;
  return SERVICE.WITNESS | (hasLastBlocks && age < NEARLY_SYNCED ? SERVICE.NETWORK_LIMITED : SERVICE.NETWORK);
}

/** Whether transactions are exchanged over a connection. */
export function relaysTransactions(type: ConnectionType): boolean {
  return type !== 'block-relay-only' && type !== 'feeler';
}

/** Whether the node wants transactions from a peer (the opposite of Core's `RejectIncomingTxs`). */
export function wantsTransactions({ type, permissions }: Peer, { blocksOnly }: Peers): boolean {
  return relaysTransactions(type) && (!blocksOnly || permissions.includes('relay'));
}

/** Whether the peer has a version of the protocol. */
export function knows({ version }: Peer, since: number): boolean {
  return version !== undefined && version.version >= since;
}
