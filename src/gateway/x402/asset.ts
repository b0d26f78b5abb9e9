import { isRecord } from '../../base/json.js';
import { showValue } from '../../base/show-value.js';
import { findPrincipal } from '../../clarity/values.js';
import { Refusal } from './refusal.js';
import type { PaymentRequirements } from './request.js';

/** What a payment is in: STX, or a token by its contract. */
export type Asset = { type: 'stx' } | { type: 'token'; contract: string };

const STX = ['STX', 'slip44:5757'];
/** A CAIP-19 reference has `.token` behind the contract, Clarity `::token`. */
const TOKEN = /^(?:sip010:)?([0-9A-Z]{28,41}\.[a-zA-Z][\w-]*?)(?:(?:\.|::)[a-zA-Z][\w-]*)?$/;

/**
 * Reads an asset: `STX`, `SBTC` or `ST….name` as x402-stacks writes them, `slip44:5757` or `sip010:ST….name.token` as the proposal does.
 * @param sbtc the contract of sBTC's token on this network; undefined without sBTC @throws Refusal
 */
export function readAsset({ asset, extra }: Pick<PaymentRequirements, 'asset' | 'extra'>, sbtc: string | undefined): Asset {
  if (STX.includes(asset)) return { type: 'stx' };
  const named = isRecord(extra['tokenContract']) ? `${extra['tokenContract']['address']}.${extra['tokenContract']['name']}` : undefined;
  const contract = TOKEN.exec(asset)?.[1] ?? named ?? (asset.toUpperCase() === 'SBTC' ? sbtc : undefined);
  if (contract !== undefined && findPrincipal(contract)?.name !== undefined) return { type: 'token', contract };
  const expected = 'STX, SBTC, ST….name, slip44:5757 or sip010:ST….name.token';
  throw new Refusal('invalid_payment_requirements', `paymentRequirements.asset: expected ${expected}, received ${showValue(asset)}`);
}
