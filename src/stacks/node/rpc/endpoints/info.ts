import { readManifest } from '#platform/manifest.js';
import { hash160 } from '../../../protocol/codec/hash.js';
import type { Network } from '../../chain/network.js';
import { cycleOf, cycleStart } from '../../chain/pox/pox.js';
import { MINER_PUBLIC_KEY } from '../../chain/production/producer-key.js';
import { type Answer, ok } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';

/** The last byte of the peer version of stacks-node 4.0. */
const PEER_EPOCH = 0x10;
/** Bitcoin's message start on regtest. */
const REGTEST_MAGIC = 0xdab5bffa;
const SIGNER_SETS = 2;
const MESSAGE_KINDS = 13;

/** `GET /v2/info` */
export function getInfo(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request, ' for GetInfo');
  const { ledger, sortitions, network } = node.state;
  const burn = sortitions.tip;
  const stable = burn.parent ?? burn;
  const { tip } = ledger;
  return ok({
    peer_version: network.peerVersion + PEER_EPOCH,
    pox_consensus: burn.consensusHash,
    burn_block_height: burn.height,
    stable_pox_consensus: stable.consensusHash,
    stable_burn_block_height: stable.height,
    server_version: `stacks-devnet ${readManifest().version} (embedded)`,
    network_id: network.chainId,
    parent_network_id: REGTEST_MAGIC,
    stacks_tip_height: tip.height,
    stacks_tip: tip.blockHash,
    stacks_tip_consensus_hash: tip.sortition.consensusHash,
    genesis_chainstate_hash: node.genesisHash,
    unanchored_tip: null,
    unanchored_seq: null,
    tenure_height: tip.tenureHeight,
    exit_at_block_height: null,
    is_fully_synced: true,
    node_public_key: MINER_PUBLIC_KEY,
    node_public_key_hash: hash160(Buffer.from(MINER_PUBLIC_KEY, 'hex')).toString('hex'),
    last_pox_anchor: poxAnchor(node),
    stackerdbs: stackerDbs(network),
  });
}

/** `GET /v3/health`: a node without peers is never behind. */
export function getHealth({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request, ' for GetHealth');
  return ok({
    difference_from_max_peer: 0,
    max_stacks_height_of_neighbors: 0,
    max_stacks_neighbor_address: null,
    node_stacks_tip_height: state.ledger.tip.height,
  });
}

/** `GET /v2/neighbors` */
export function getNeighbors(_node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request, ' for GetNeighbors');
  return ok({ bootstrap: [], sample: [], inbound: [], outbound: [] });
}

/** Returns the first Bitcoin block of the last prepare phase as the anchor: this chain has no block commits to select one. */
function poxAnchor({ state: { sortitions, pox } }: RpcNode): { anchor_block_hash: string; anchor_block_txid: string } {
  const start = cycleStart(pox, cycleOf(pox, sortitions.tip.height));
  const anchor = sortitions.at(Math.max(start - pox.prepareLength, sortitions.first.height)) ?? sortitions.tip;
  return { anchor_block_hash: anchor.burn.hash, anchor_block_txid: anchor.sortitionId };
}

/** Whether a contract id is that of a StackerDB. */
export function isStackerDb(network: Network, contract: string): boolean {
  return stackerDbs(network).includes(contract);
}

function stackerDbs({ bootAddress }: Network): string[] {
  const names = [`${bootAddress}.miners`];
  for (let set = 0; set < SIGNER_SETS; set++) {
    for (let kind = 0; kind < MESSAGE_KINDS; kind++) names.push(`${bootAddress}.signers-${set}-${kind}`);
  }
  return names;
}
