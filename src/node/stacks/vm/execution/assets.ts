import type { SessionEvent } from '../machine/session.js';

/** The assets that one transaction moved away from one principal. `nfts` has serialized asset ids by asset. */
export type MovedAssets = { stx: bigint; burned: bigint; fts: Map<string, bigint>; nfts: Map<string, string[]> };

/**
 * Returns the assets for checking post-conditions (`AssetMap` of stacks-core): transfers and burns, by previous owner.
 * Minting moves nothing. Assets are `ST….contract::name`, asset ids hex without 0x.
 */
export function movedAssets(events: SessionEvent[]): Map<string, MovedAssets> {
  const moved = new Map<string, MovedAssets>();
  for (const { event, data } of events) {
    const record = RECORDERS[event];
    if (record === undefined) continue;
    const sender = String(data['sender']);
    let of = moved.get(sender);
    if (of === undefined) {
      of = { stx: 0n, burned: 0n, fts: new Map(), nfts: new Map() };
      moved.set(sender, of);
    }
    record(of, data);
  }
  return moved;
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
