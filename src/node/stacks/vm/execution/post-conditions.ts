import type { FungibleCode, PostCondition, PoxCode } from '../../../../chains/stacks/codec/transaction/post-condition.js';
import { parseValueHex } from '../../../../chains/stacks/codec/value/value-reader.js';
import { debug } from '../reads/debug.js';
import type { VmTransaction } from '../types.js';
import type { MovedAssets } from './assets.js';

/** The names by which stacks-core knows STX among the assets. */
const STX = 'S0000000000000000000002AA028H.STX::STX';
const BURNED = 'S0000000000000000000002AA028H.BURNED::BURNED';

/** The assets of one principal that the conditions of a transaction cover: fungible ones, and asset ids by non-fungible asset. */
type Coverage = {
  fungible: Set<string> | undefined;
  nonFungible: Map<string, Set<string>> | undefined;
  staking: boolean;
  pox: boolean;
};

/**
 * Checks a transaction's post-conditions against what it moved, as `check_transaction_postconditions` of stacks-core 4.0.2 does.
 * First every condition must hold. Then every asset moved must be covered by one: in `deny` mode of any principal, in `originator`
 * mode of the origin alone, in `allow` mode of none of them. A condition on STX covers only the kind, sent or burned, that was moved.
 * What was staked, and actions on PoX, count like assets.
 * @returns the node's sentence about the first violation, undefined without a violation
 */
export function violatedPostCondition(
  { origin, postConditionMode, postConditions }: Pick<VmTransaction, 'origin' | 'postConditionMode' | 'postConditions'>,
  moved: Map<string, MovedAssets>,
): string | undefined {
  const covered = new Map<string, Coverage>();
  for (const condition of postConditions) {
    const principal = condition.principal ?? origin;
    const reason = violation(condition, principal, moved.get(principal));
    if (reason !== undefined) return reason;
    cover(covered, condition, principal, moved.get(principal));
  }
  const judged = [...moved].filter(
    ([principal]) => postConditionMode === 'deny' || (postConditionMode === 'originator' && principal === origin),
  );
  for (const check of [uncoveredAsset, uncoveredStake, uncoveredPoxAction]) {
    for (const [principal, assets] of judged) {
      const reason = check(principal, assets, covered.get(principal));
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function violation(condition: PostCondition, principal: string, moved: MovedAssets | undefined): string | undefined {
  switch (condition.type) {
    case 'stx': {
      const sent = (moved?.stx ?? 0n) + (moved?.burned ?? 0n);
      if (HOLDS[condition.code](sent, condition.amount)) return undefined;
      return `Post-condition check failure on STX owned by ${principal}: ${condition.amount} ${CODES[condition.code]} ${sent}`;
    }
    case 'ft': {
      const sent = moved?.fts.get(condition.asset) ?? 0n;
      if (HOLDS[condition.code](sent, condition.amount)) return undefined;
      return `Post-condition check failure on fungible asset ${condition.asset} owned by ${principal}: ${condition.amount} ${CODES[condition.code]} ${sent}`;
    }
    case 'nft': {
      const sent = moved?.nfts.get(condition.asset) ?? [];
      const was = sent.includes(condition.assetId);
      if (condition.code === 'maybe-sent' || was === (condition.code === 'sent')) return undefined;
      const code = condition.code === 'sent' ? 'Sent' : 'NotSent';
      return `Post-condition check failure on non-fungible asset ${condition.asset} owned by ${principal}: ${show(condition.assetId)} ${code} [${sent.map(show).join(', ')}]`;
    }
    case 'staking': {
      const staked = moved?.staked ?? 0n;
      if (HOLDS[condition.code](staked, condition.amount)) return undefined;
      return `Post-condition check failure on STX staked by ${principal}: ${condition.amount} ${CODES[condition.code]} ${staked}`;
    }
    case 'pox': {
      const performed = moved?.pox ?? false;
      if (condition.code === 'maybe-performed' || performed === (condition.code === 'performed')) return undefined;
      return `Post-condition check failure on PoX action by ${principal}: ${POX_CODES[condition.code]} performed=${performed}`;
    }
  }
}

function cover(covered: Map<string, Coverage>, condition: PostCondition, principal: string, moved: MovedAssets | undefined): void {
  const coverage = covered.get(principal) ?? { fungible: undefined, nonFungible: undefined, staking: false, pox: false };
  covered.set(principal, coverage);
  switch (condition.type) {
    case 'stx':
      coverage.fungible ??= new Set();
      if (moved !== undefined && moved.stx > 0n) coverage.fungible.add(STX);
      if (moved !== undefined && moved.burned > 0n) coverage.fungible.add(BURNED);
      return;
    case 'ft':
      coverage.fungible ??= new Set();
      coverage.fungible.add(condition.asset);
      return;
    case 'nft': {
      coverage.nonFungible ??= new Map();
      const ids = coverage.nonFungible.get(condition.asset) ?? new Set();
      coverage.nonFungible.set(condition.asset, ids.add(condition.assetId));
      return;
    }
    case 'staking':
      coverage.staking = true;
      return;
    case 'pox':
      coverage.pox = true;
  }
}

function uncoveredAsset(principal: string, moved: MovedAssets, coverage: Coverage | undefined): string | undefined {
  const fungible = [...moved.fts.keys(), ...(moved.stx > 0n ? [STX] : []), ...(moved.burned > 0n ? [BURNED] : [])];
  for (const asset of fungible) {
    if (!coverage?.fungible?.has(asset)) {
      return `Post-condition check failure: Fungible asset ${asset} was moved by ${principal} but not checked`;
    }
  }
  for (const [asset, ids] of moved.nfts) {
    if (coverage?.nonFungible === undefined) {
      return `Post-condition check failure: No checks for non-fungible asset ${asset} moved by ${principal}`;
    }
    const checked = coverage.nonFungible.get(asset);
    if (checked === undefined) return `Post-condition check failure: Non-fungible asset ${asset} was moved by ${principal} but not checked`;
    const missed = ids.find((id) => !checked.has(id));
    if (missed !== undefined) {
      return `Post-condition check failure: Non-fungible asset ${asset} value ${show(missed)} was moved by ${principal} but not checked`;
    }
  }
  return undefined;
}

function uncoveredStake(principal: string, { staked }: MovedAssets, coverage: Coverage | undefined): string | undefined {
  if (staked === 0n || coverage?.staking === true) return undefined;
  return `Post-condition check failure: ${staked} STX was staked by ${principal} but not checked`;
}

function uncoveredPoxAction(principal: string, { pox }: MovedAssets, coverage: Coverage | undefined): string | undefined {
  if (!pox || coverage?.pox === true) return undefined;
  return `Post-condition check failure: ${principal} performed a PoX action but it was not checked`;
}

const HOLDS: Record<FungibleCode, (sent: bigint, amount: bigint) => boolean> = {
  eq: (sent, amount) => sent === amount,
  gt: (sent, amount) => sent > amount,
  gte: (sent, amount) => sent >= amount,
  lt: (sent, amount) => sent < amount,
  lte: (sent, amount) => sent <= amount,
};

const CODES: Record<FungibleCode, string> = { eq: 'SentEq', gt: 'SentGt', gte: 'SentGe', lt: 'SentLt', lte: 'SentLe' };
const POX_CODES: Record<PoxCode, string> = { 'not-performed': 'NotPerformed', 'maybe-performed': 'MaybePerformed', performed: 'Performed' };

function show(assetId: string): string {
  const value = parseValueHex(assetId);
  return value === undefined ? `0x${assetId}` : debug(value);
}
