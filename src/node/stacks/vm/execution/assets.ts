import { formatPrincipal } from '../../../../chains/stacks/codec/principal.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { parseValueHex } from '../../../../chains/stacks/codec/value/value-reader.js';
import { BOOT_ADDRESS, MAINNET_BOOT_ADDRESS } from '../machine/principals.js';
import type { SessionEvent } from '../machine/session.js';

/** The assets that one transaction moved away from one principal. `nfts` has serialized asset ids by asset. */
export type MovedAssets = {
  stx: bigint;
  burned: bigint;
  /** Micro-STX that pox-5 locked, the total of each call. */
  staked: bigint;
  /** Whether the principal changed its position in pox-5, for example by `unstake`. */
  pox: boolean;
  fts: Map<string, bigint>;
  nfts: Map<string, string[]>;
};

/** A call of the transaction itself. */
type Call = { sender: string; contract: string; fn: string };

/**
 * Returns the assets for checking post-conditions (`AssetMap` of stacks-core): transfers, burns and stakes, by previous owner.
 * Minting moves nothing. Assets are `ST….contract::name`, asset ids hex without 0x.
 */
export function movedAssets(events: SessionEvent[], call?: Call): Map<string, MovedAssets> {
  const moved = new Map<string, MovedAssets>();
  const of = (principal: string): MovedAssets => {
    const known = moved.get(principal);
    if (known !== undefined) return known;
    const nothing = { stx: 0n, burned: 0n, staked: 0n, pox: false, fts: new Map(), nfts: new Map() };
    moved.set(principal, nothing);
    return nothing;
  };
  // a node counts it even if pox-5 refuses it
  if (call !== undefined && POX_5.has(call.contract) && POX_ACTIONS.has(call.fn)) of(call.sender).pox = true;
  for (const { event, data } of events) {
    if (event === 'print_event') recordPosition(of, data);
    else RECORDERS[event]?.(of(String(data['sender'])), data);
  }
  return moved;
}

/** On test networks and on mainnet. */
const POX_5 = new Set([BOOT_ADDRESS, MAINNET_BOOT_ADDRESS].map((address) => `${address}.pox-5`));
/** The functions of pox-5 that lock STX, and those that change a position; each prints its name as the topic. */
const STAKING = new Set(['stake', 'stake-update', 'register-for-bond']);
const POX_ACTIONS = new Set(['unstake', 'unstake-sbtc', 'update-bond-registration', 'announce-l1-early-exit']);

function recordPosition(of: (principal: string) => MovedAssets, { contract_identifier, raw_value }: Record<string, unknown>): void {
  if (!POX_5.has(String(contract_identifier))) return;
  const value = parseValueHex(String(raw_value).replace(/^0x/, ''));
  const fields = new Map(value?.type === 'tuple' ? value.fields : []);
  const topic = text(fields.get('topic'));
  const staker = fields.get('staker');
  const amount = fields.get('amount-ustx');
  if (staker?.type !== 'principal') return;
  if (STAKING.has(topic) && amount?.type === 'uint') of(formatPrincipal(staker.value)).staked += amount.value;
  if (POX_ACTIONS.has(topic)) of(formatPrincipal(staker.value)).pox = true;
}

function text(value: ClarityValue | undefined): string {
  return value?.type === 'string-ascii' ? Buffer.from(value.value).toString('latin1') : '';
}

type Recorder = (moved: MovedAssets, data: Record<string, unknown>) => void;

const addToken: Recorder = ({ fts }, data) => {
  const asset = String(data['asset_identifier']);
  fts.set(asset, (fts.get(asset) ?? 0n) + amountOf(data));
};

const addAsset: Recorder = ({ nfts }, data) => {
  const asset = String(data['asset_identifier']);
  nfts.set(asset, [...(nfts.get(asset) ?? []), String(data['raw_value']).replace(/^0x/, '')]);
};

const RECORDERS: Record<string, Recorder> = {
  stx_transfer_event: (moved, data) => {
    moved.stx += amountOf(data);
  },
  stx_burn_event: (moved, data) => {
    moved.burned += amountOf(data);
  },
  ft_transfer_event: addToken,
  ft_burn_event: addToken,
  nft_transfer_event: addAsset,
  nft_burn_event: addAsset,
};

function amountOf(data: Record<string, unknown>): bigint {
  return BigInt(String(data['amount']));
}
