import { relaysTransactions } from '../../peers/handshake.js';
import type { Peer } from '../../peers/peer.js';
import type { PeerNetwork } from '../../peers/peers.js';
import { OWN_SERVICES, SERVICE } from '../../peers/wire/version.js';
import type { Json, JsonObject } from '../json/json.js';

/** Formats a peer as `getpeerinfo` does. What bitcoind knows only of features that the node lacks has the value for an unused feature. */
export function peerJson(peer: Peer, network: PeerNetwork): JsonObject {
  const { version, connection, blocks, ping, type } = peer;
  const services = version?.services ?? 0n;
  return {
    id: peer.id,
    addr: peer.address,
    addrbind: peer.localAddress,
    network: 'not_publicly_routable',
    services: servicesHex(services),
    servicesnames: serviceNames(services),
    relaytxes: relaysTransactions(type) && (version?.relay ?? false),
    lastsend: connection.sent.last,
    lastrecv: connection.received.last,
    last_transaction: peer.lastTransaction,
    last_block: peer.lastBlock,
    bytessent: connection.sent.bytes,
    bytesrecv: connection.received.bytes,
    conntime: peer.connectedAt,
    timeoffset: version === undefined ? 0 : version.time - peer.connectedAt,
    pingtime: seconds(ping.last),
    minping: seconds(ping.least),
    pingwait: ping.nonce === undefined ? undefined : seconds(peer.timer() - ping.sentAt),
    version: version?.version ?? 0,
    subver: version?.userAgent ?? '',
    inbound: peer.inbound,
    bip152_hb_to: false,
    bip152_hb_from: false,
    startingheight: version?.startHeight ?? -1,
    presynced_headers: -1,
    synced_headers: blocks.known?.height ?? -1,
    synced_blocks: blocks.common?.height ?? -1,
    inflight: network.requestedOf(peer),
    addr_relay_enabled: false,
    addr_processed: 0,
    addr_rate_limited: 0,
    permissions: [...peer.permissions],
    minfeefilter: peer.minFeeRate,
    bytessent_per_msg: sorted(connection.sent.byMessage),
    bytesrecv_per_msg: sorted(connection.received.byMessage),
    connection_type: peer.type,
    transport_protocol_type: 'v1',
    session_id: '',
  };
}

/** Formats this node's part of `getnetworkinfo`. */
export function networkJson(network: PeerNetwork): JsonObject {
  const peers = network.peers();
  const inbound = peers.filter((peer) => peer.inbound).length;
  return {
    localservices: servicesHex(OWN_SERVICES),
    localservicesnames: serviceNames(OWN_SERVICES),
    connections: peers.length,
    connections_in: inbound,
    connections_out: peers.length - inbound,
    localaddresses: [{ ...network.endpoint, score: 0 }],
  };
}

function servicesHex(services: bigint): string {
  return services.toString(16).padStart(16, '0');
}

function serviceNames(services: bigint): string[] {
  return Object.keys(SERVICE_NAMES).filter((name) => (services & (SERVICE_NAMES[name] ?? 0n)) !== 0n);
}

const SERVICE_NAMES: Record<string, bigint> = {
  NETWORK: SERVICE.NETWORK,
  BLOOM: 4n,
  WITNESS: SERVICE.WITNESS,
  COMPACT_FILTERS: 64n,
  NETWORK_LIMITED: SERVICE.NETWORK_LIMITED,
  P2P_V2: 2048n,
};

function seconds(ms: number | undefined): Json | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

function sorted(bytes: Map<string, number>): JsonObject {
  return Object.fromEntries([...bytes].sort(([a], [b]) => (a < b ? -1 : 1)));
}
