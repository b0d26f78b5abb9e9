import { type Signal, signal } from '@preact/signals';
import { request } from '../api/http.js';

/** What a fungible token says about itself (SIP-010). */
type Token = { decimals: number; symbol: string | undefined };

/** A number of 128 bits has no more digits. What a contract says may be larger. */
const MOST_DECIMALS = 38;

const known = new Map<string, Signal<Token | undefined>>();

/** What a token says about itself, which is requested once; undefined until it is known, and for tokens that say nothing. */
export function tokenOf(asset: string): Token | undefined {
  let token = known.get(asset);
  if (token === undefined) {
    token = signal(undefined);
    known.set(asset, token);
    void load(asset, token);
  }
  return token.value;
}

/** Another network may have other tokens. */
export function forgetTokens(): void {
  known.clear();
}

async function load(asset: string, token: Signal<Token | undefined>): Promise<void> {
  const [contract = ''] = asset.split('::');
  try {
    const metadata = await request<Partial<Token> & { asset_identifier: string }>(`/metadata/v1/ft/${contract}`);
    const { asset_identifier: which, decimals, symbol } = metadata;
    if (which === asset)
      token.value = { decimals: decimals !== undefined && decimals <= MOST_DECIMALS ? decimals : 0, symbol: symbol?.slice(0, 20) };
  } catch {
    // The amounts stay in the smallest unit.
  }
}
