import { UIntValue } from '../../../clarity/values.js';
import type { ApiContext } from '../context.js';
import { ask, assetOf, metadataOf, TokenError, textOf } from '../metadata/token.js';
import { ApiAnswer, type Routes } from '../route.js';
import { contractId, text } from '../schemas.js';

/** The transaction of contracts that the network has from its genesis. */
const GENESIS = `0x${'00'.repeat(32)}`;
const MAX_UINT = 2n ** 128n - 1n;

/**
 * Metadata of tokens, as Hiro's Token Metadata API answers: names and numbers from the contract, the rest from the document of SIP-016 at
 * the contract's URI.
 */
export const addTokenMetadataRoutes: Routes = (get) => {
  get(
    '/metadata/v1/ft/:principal',
    { summary: 'Metadata of a fungible token (SIP-010)', params: { principal: contractId }, query: { locale: text } },
    async ({ params: { principal }, query: { locale }, ...context }) => answer(() => fungible(context, principal, locale)),
  );

  get(
    '/metadata/v1/nft/:principal/:token_id',
    {
      summary: 'Metadata of a non-fungible token (SIP-009)',
      params: { principal: contractId, token_id: { type: 'string', pattern: '^[0-9]{1,39}$' } },
      query: { locale: text },
    },
    async ({ params: { principal, token_id: id }, query: { locale }, ...context }) =>
      answer(() => nonFungible(context, principal, BigInt(id), locale)),
  );
};

async function answer(read: () => Promise<object>): Promise<object> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TokenError) return new ApiAnswer(error.statusCode, { error: error.message });
    throw error;
  }
}

async function fungible(context: ApiContext, contract: string, locale: string | undefined): Promise<object> {
  const asset = await assetOf(context, contract, 'fungible_tokens');
  const fields = ['get-name', 'get-symbol', 'get-decimals', 'get-total-supply', 'get-token-uri'];
  const [name, symbol, decimals, supply, uri] = await Promise.all(fields.map((fn) => ask(context, contract, fn)));
  const metadata = await metadataOf(context, textOf(uri), locale);
  return {
    name: textOf(name),
    symbol: textOf(symbol),
    decimals: decimals?.kind === 'uint' ? Number(decimals.value) : undefined,
    total_supply: supply?.kind === 'uint' ? `${supply.value}` : undefined,
    token_uri: textOf(uri),
    description: metadata?.description,
    image_uri: metadata?.cached_image,
    image_thumbnail_uri: metadata?.cached_thumbnail_image,
    image_canonical_uri: metadata?.image,
    tx_id: context.lookup.contracts.deploy(contract)?.txid ?? GENESIS,
    sender_address: contract.split('.')[0],
    asset_identifier: `${contract}::${asset}`,
    metadata,
  };
}

async function nonFungible(context: ApiContext, contract: string, id: bigint, locale: string | undefined): Promise<object> {
  await assetOf(context, contract, 'non_fungible_tokens');
  const last = await ask(context, contract, 'get-last-token-id');
  if (id > MAX_UINT || (last?.kind === 'uint' && id > last.value)) throw new TokenError(404, 'Token not found');
  // SIP-009: a URI may have a place for the id.
  const uri = textOf(await ask(context, contract, 'get-token-uri', [new UIntValue(id)]))?.replaceAll('{id}', `${id}`);
  return { token_uri: uri, metadata: await metadataOf(context, uri, locale) };
}
