import { hexOf } from '../bytes.js';
import type { AssetsOfOwner } from '../execution/asset-log.js';
import { debugValue } from '../values/debug.js';
import { serialize } from '../values/serialize.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { FungibleCode, NonFungibleCode, PostCondition, PoxCode, Transaction } from './transaction.js';

/** The names by which stacks-core knows STX among the assets. */
const STX = 'S0000000000000000000002AA028H.STX::STX';
const BURNED = 'S0000000000000000000002AA028H.BURNED::BURNED';

type Assets = Omit<AssetsOfOwner, 'owner'>;
const NOTHING: Assets = {
  stx: undefined,
  burned: undefined,
  stacked: undefined,
  fungible: new Map(),
  nonFungible: new Map(),
  didPoxAction: false,
};

/** What the conditions of a transaction cover of one account: fungible assets, and by non-fungible asset the serialized values. */
type Coverage = { fungible: Set<string> | undefined; nonFungible: Map<string, Set<string>> | undefined; staking: boolean; pox: boolean };

/**
 * Checks the post-conditions of a transaction (`check_transaction_postconditions`, stackslib/src/chainstate/stacks/db/transactions.rs).
 * First every condition must hold. Then every asset that was moved must be covered by one: in `deny` mode of any account, in `originator`
 * mode of the origin alone, in `allow` mode of none. A condition on STX covers only the kind, sent or burned, that was moved.
 * @param checksStaking whether what was staked, and actions of PoX, must be covered as well: from epoch 4.0 on
 * @returns the node's sentence about the first violation. Of several uncovered assets a node names any, this the one that moved first.
 */
export function violatedPostCondition(
  { origin, postConditionMode, postConditions }: Pick<Transaction, 'origin' | 'postConditionMode' | 'postConditions'>,
  moved: ReadonlyMap<string, AssetsOfOwner>,
  checksStaking: boolean,
): string | undefined {
  const covered = new Map<string, Coverage>();
  for (const condition of postConditions) {
    const principal = condition.principal ?? origin;
    const assets = moved.get(principal.id) ?? NOTHING;
    const reason = violation(condition, principal, assets);
    if (reason !== undefined) return reason;
    const coverage = covered.get(principal.id) ?? { fungible: undefined, nonFungible: undefined, staking: false, pox: false };
    covered.set(principal.id, coverage);
    cover(coverage, condition, assets);
  }
  const isEnforced = (owner: PrincipalValue) =>
    postConditionMode === 'deny' || (postConditionMode === 'originator' && owner.id === origin.id);
  const enforced = [...moved.values()].filter(({ owner }) => isEnforced(owner));
  for (const check of checksStaking ? [uncoveredAsset, uncoveredStake, uncoveredPoxAction] : [uncoveredAsset]) {
    for (const assets of enforced) {
      const reason = check(assets, covered.get(assets.owner.id));
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function violation(condition: PostCondition, { text }: PrincipalValue, assets: Assets): string | undefined {
  switch (condition.type) {
    case 'stx':
      return amountViolation(condition, `STX owned by ${text}`, (assets.stx ?? 0n) + (assets.burned ?? 0n));
    case 'ft':
      return amountViolation(condition, `fungible asset ${condition.asset} owned by ${text}`, assets.fungible.get(condition.asset) ?? 0n);
    case 'nft': {
      const sent = assets.nonFungible.get(condition.asset) ?? [];
      const key = keyOf(condition.value);
      const was = sent.some((value) => keyOf(value) === key);
      if (condition.code === 'maybe-sent' || was === (condition.code === 'sent')) return undefined;
      const shown = `${debugValue(condition.value)} ${NON_FUNGIBLE_CODES[condition.code]} [${sent.map(debugValue).join(', ')}]`;
      return `Post-condition check failure on non-fungible asset ${condition.asset} owned by ${text}: ${shown}`;
    }
    case 'staking':
      return amountViolation(condition, `STX staked by ${text}`, assets.stacked ?? 0n);
    case 'pox': {
      const performed = assets.didPoxAction;
      if (condition.code === 'maybe-performed' || performed === (condition.code === 'performed')) return undefined;
      return `Post-condition check failure on PoX action by ${text}: ${POX_CODES[condition.code]} performed=${performed}`;
    }
  }
}

function amountViolation({ code, amount }: { code: FungibleCode; amount: bigint }, what: string, sent: bigint): string | undefined {
  if (HOLDS[code](sent, amount)) return undefined;
  return `Post-condition check failure on ${what}: ${amount} ${FUNGIBLE_CODES[code]} ${sent}`;
}

function cover(coverage: Coverage, condition: PostCondition, assets: Assets): void {
  switch (condition.type) {
    case 'stx':
      coverage.fungible ??= new Set();
      if ((assets.stx ?? 0n) > 0n) coverage.fungible.add(STX);
      if ((assets.burned ?? 0n) > 0n) coverage.fungible.add(BURNED);
      break;
    case 'ft':
      coverage.fungible ??= new Set();
      coverage.fungible.add(condition.asset);
      break;
    case 'nft': {
      coverage.nonFungible ??= new Map();
      const values = coverage.nonFungible.get(condition.asset) ?? new Set();
      coverage.nonFungible.set(condition.asset, values.add(keyOf(condition.value)));
      break;
    }
    case 'staking':
      coverage.staking = true;
      break;
    case 'pox':
      coverage.pox = true;
      break;
  }
}

function uncoveredAsset({ owner, stx, burned, fungible, nonFungible }: AssetsOfOwner, coverage: Coverage | undefined): string | undefined {
  const sent = [...fungible.keys()];
  if (stx !== undefined) sent.push(STX);
  if (burned !== undefined) sent.push(BURNED);
  const missing = sent.find((asset) => coverage?.fungible?.has(asset) !== true);
  if (missing !== undefined) return `Post-condition check failure: Fungible asset ${missing} was moved by ${owner.text} but not checked`;
  for (const [asset, values] of nonFungible) {
    if (coverage?.nonFungible === undefined)
      return `Post-condition check failure: No checks for non-fungible asset ${asset} moved by ${owner.text}`;
    const checked = coverage.nonFungible.get(asset);
    if (checked === undefined)
      return `Post-condition check failure: Non-fungible asset ${asset} was moved by ${owner.text} but not checked`;
    const missed = values.find((value) => !checked.has(keyOf(value)));
    if (missed !== undefined)
      return (
        `Post-condition check failure: Non-fungible asset ${asset} value ${debugValue(missed)} ` +
        `was moved by ${owner.text} but not checked`
      );
  }
  return undefined;
}

function uncoveredStake({ owner, stacked }: AssetsOfOwner, coverage: Coverage | undefined): string | undefined {
  if (!stacked || coverage?.staking === true) return undefined;
  return `Post-condition check failure: ${stacked} STX was staked by ${owner.text} but not checked`;
}

function uncoveredPoxAction({ owner, didPoxAction }: AssetsOfOwner, coverage: Coverage | undefined): string | undefined {
  if (!didPoxAction || coverage?.pox === true) return undefined;
  return `Post-condition check failure: ${owner.text} performed a PoX action but it was not checked`;
}

/** Values are equal if their bytes are. */
function keyOf(value: Value): string {
  return hexOf(serialize(value));
}

const HOLDS: Record<FungibleCode, (sent: bigint, amount: bigint) => boolean> = {
  eq: (sent, amount) => sent === amount,
  gt: (sent, amount) => sent > amount,
  gte: (sent, amount) => sent >= amount,
  lt: (sent, amount) => sent < amount,
  lte: (sent, amount) => sent <= amount,
};
const FUNGIBLE_CODES: Record<FungibleCode, string> = { eq: 'SentEq', gt: 'SentGt', gte: 'SentGe', lt: 'SentLt', lte: 'SentLe' };
const NON_FUNGIBLE_CODES: Record<NonFungibleCode, string> = { sent: 'Sent', 'not-sent': 'NotSent', 'maybe-sent': 'MaybeSent' };
const POX_CODES: Record<PoxCode, string> = { 'not-performed': 'NotPerformed', 'maybe-performed': 'MaybePerformed', performed: 'Performed' };
