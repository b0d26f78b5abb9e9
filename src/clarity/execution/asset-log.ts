import type { PrincipalValue, Value } from '../values/value.js';

/**
 * What left an account, in order (`AssetMap`, clarity/src/vm/contexts.rs). Post-conditions and allowances compare sums of it. Burned tokens
 * count as sent, minted ones do not count.
 */
export type AssetMove =
  | { readonly type: 'stx' | 'burn' | 'stacking'; readonly owner: PrincipalValue; readonly amount: bigint }
  | { readonly type: 'ft'; readonly owner: PrincipalValue; readonly asset: string; readonly amount: bigint }
  | { readonly type: 'nft'; readonly owner: PrincipalValue; readonly asset: string; readonly value: Value }
  /** An action of PoX that moves nothing. */
  | { readonly type: 'pox'; readonly owner: PrincipalValue };

/** What an account sent, burned, stacked and did. */
export type AssetsOfOwner = {
  readonly owner: PrincipalValue;
  stx: bigint | undefined;
  burned: bigint | undefined;
  stacked: bigint | undefined;
  readonly fungible: Map<string, bigint>;
  readonly nonFungible: Map<string, Value[]>;
  didPoxAction: boolean;
};

/** Sums up moves by account. @param sumsStacking whether several entries of stacking add up, or the last one counts */
export function sumAssets(moves: readonly AssetMove[], sumsStacking: boolean): Map<string, AssetsOfOwner> {
  const owners = new Map<string, AssetsOfOwner>();
  for (const move of moves) {
    const assets = owners.get(move.owner.id) ?? emptyAssets(move.owner);
    owners.set(move.owner.id, assets);
    add(assets, move, sumsStacking);
  }
  return owners;
}

function emptyAssets(owner: PrincipalValue): AssetsOfOwner {
  return {
    owner,
    stx: undefined,
    burned: undefined,
    stacked: undefined,
    fungible: new Map(),
    nonFungible: new Map(),
    didPoxAction: false,
  };
}

function add(assets: AssetsOfOwner, move: AssetMove, sumsStacking: boolean): void {
  switch (move.type) {
    case 'stx':
      assets.stx = (assets.stx ?? 0n) + move.amount;
      break;
    case 'burn':
      assets.burned = (assets.burned ?? 0n) + move.amount;
      break;
    case 'stacking':
      assets.stacked = (sumsStacking ? (assets.stacked ?? 0n) : 0n) + move.amount;
      break;
    case 'ft':
      assets.fungible.set(move.asset, (assets.fungible.get(move.asset) ?? 0n) + move.amount);
      break;
    case 'nft':
      addAsset(assets.nonFungible, move.asset, move.value);
      break;
    case 'pox':
      assets.didPoxAction = true;
      break;
  }
}

function addAsset(assets: Map<string, Value[]>, asset: string, value: Value): void {
  const values = assets.get(asset);
  if (values === undefined) assets.set(asset, [value]);
  else values.push(value);
}
