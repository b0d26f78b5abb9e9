import type { paths } from '@stacks/blockchain-api-client';

/** `u1` as hex. */
const FIRST_TOKEN = '0x0100000000000000000000000000000001';

/** What the requests ask about: a contract with a fungible and a non-fungible token, and who holds them. */
export type Sample = {
  address: string;
  contract: string;
  /** The asset identifier of the fungible token. */
  coin: string;
  txid: string;
  block: { height: number; hash: string; time: number };
  burn: { height: number; hash: string };
  btcAddress: string;
};

type With<Method extends 'get' | 'post'> = { [P in keyof paths]: paths[P][Method] extends object ? P : never }[keyof paths];
export type GetPath = With<'get'>;
export type PostPath = With<'post'>;

type In<P extends GetPath, Place extends 'path' | 'query'> = paths[P]['get'] extends { parameters: { [K in Place]?: infer T } }
  ? Exclude<T, undefined>
  : never;
export type Request<P extends GetPath> = {
  /** What the sample lacks is 404 in a handler's words. @default 200 */
  status?: 404;
  query?: In<P, 'query'>;
} & ([In<P, 'path'>] extends [never] ? object : { path: In<P, 'path'> });

/**
 * Typed by the client, and 404 on purpose: it reads the wallet of a bitcoind. The node's `scantxoutset` and `/api/address` have the
 * balance.
 */
export const NOT_SERVED = ['/extended/v1/faucets/btc/{address}'] as const satisfies GetPath[];

/** Typed by the client and answered to POST. */
export const SERVED_POST = {
  '/extended/v1/fee_rate/': true,
  '/extended/v1/faucets/btc': true,
  '/extended/v1/faucets/stx': true,
  '/extended/v1/faucets/sbtc': true,
} as const satisfies Record<PostPath, true>;

/**
 * A request for every GET that the client types and the devnet serves. A path that the client gains fails to compile here until it is
 * served or listed above.
 */
export function requests(sample: Sample): { [P in Exclude<GetPath, (typeof NOT_SERVED)[number]>]: Request<P> } {
  const { address, contract, coin, txid, block, burn } = sample;
  const principal = { principal: address };
  const tx = { tx_id: txid };
  const height = { height_or_hash: block.height };
  const burnBlock = { height_or_hash: burn.height };
  const reward = { address: sample.btcAddress };
  const bond = { bond_index: 0 };
  const signer = { signer_key: `0x02${'11'.repeat(32)}`, cycle_number: 1 };
  return {
    '/extended': {},
    '/extended/v1/tx/': { query: { limit: 5, from_address: address } },
    '/extended/v1/tx/multiple': { query: { tx_id: [txid] } },
    '/extended/v1/tx/mempool': { query: { address } },
    '/extended/v1/tx/mempool/stats': {},
    '/extended/v1/tx/events': { query: { tx_id: txid } },
    '/extended/v1/tx/{tx_id}': { path: tx },
    '/extended/v1/tx/{tx_id}/raw': { path: tx },
    '/extended/v1/tx/block/{block_hash}': { path: { block_hash: block.hash } },
    '/extended/v1/tx/block_height/{height}': { path: { height: block.height } },
    '/extended/v1/stx_supply/': {},
    '/extended/v1/stx_supply/total/plain': {},
    '/extended/v1/stx_supply/circulating/plain': {},
    '/extended/v1/stx_supply/legacy_format': {},
    '/extended/v1/info/network_block_times': {},
    '/extended/v1/info/network_block_time/{network}': { path: { network: 'testnet' } },
    '/extended/v1/tokens/nft/holdings': { query: { principal: address, tx_metadata: true } },
    '/extended/v1/tokens/nft/history': { query: { asset_identifier: `${contract}::stamp`, value: FIRST_TOKEN, tx_metadata: false } },
    '/extended/v1/tokens/nft/mints': { query: { asset_identifier: `${contract}::stamp`, tx_metadata: true } },
    '/extended/v1/tokens/ft/{token}/holders': { path: { token: coin } },
    '/extended/v1/contract/by_trait': { query: { trait_abi: JSON.stringify(TRAIT) } },
    '/extended/v1/contract/{contract_id}': { path: { contract_id: contract } },
    '/extended/v1/contract/{contract_id}/events': { path: { contract_id: contract } },
    '/extended/v1/microblock/': {},
    '/extended/v1/microblock/{hash}': { path: { hash: block.hash }, status: 404 },
    '/extended/v1/microblock/unanchored/txs': {},
    '/extended/v1/block/': {},
    '/extended/v1/block/by_height/{height}': { path: { height: block.height } },
    '/extended/v1/block/by_burn_block_height/{burn_block_height}': { path: { burn_block_height: burn.height } },
    '/extended/v1/block/{hash}': { path: { hash: block.hash } },
    '/extended/v1/block/by_burn_block_hash/{burn_block_hash}': { path: { burn_block_hash: burn.hash } },
    '/extended/v1/burnchain/reward_slot_holders': {},
    '/extended/v1/burnchain/reward_slot_holders/{address}': { path: reward },
    '/extended/v1/burnchain/rewards': {},
    '/extended/v1/burnchain/rewards/{address}': { path: reward },
    '/extended/v1/burnchain/rewards/{address}/total': { path: reward },
    '/extended/v1/address/{principal}/stx': { path: principal },
    '/extended/v1/address/{principal}/balances': { path: principal },
    '/extended/v1/address/{principal}/transactions': { path: principal },
    '/extended/v1/address/{principal}/{tx_id}/with_transfers': { path: { ...principal, ...tx } },
    '/extended/v1/address/{principal}/transactions_with_transfers': { path: principal },
    '/extended/v1/address/{principal}/assets': { path: principal },
    '/extended/v1/address/{principal}/stx_inbound': { path: principal },
    '/extended/v1/address/{principal}/mempool': { path: principal },
    '/extended/v1/address/{principal}/nonces': { path: principal },
    '/extended/v1/search/{id}': { path: { id: txid }, query: { include_metadata: true } },
    '/extended/v1/{pox}/events': { path: { pox: 'pox4' } },
    '/extended/v1/{pox}/tx/{tx_id}': { path: { pox: 'pox4', ...tx } },
    '/extended/v1/{pox}/stacker/{principal}': { path: { pox: 'pox4', ...principal } },
    '/extended/v1/{pox}/{pool_principal}/delegations': { path: { pox: 'pox4', pool_principal: address } },
    '/extended/v2/blocks/': {},
    '/extended/v2/blocks/average-times': {},
    '/extended/v2/blocks/by-block-time/{timestamp}': { path: { timestamp: block.time } },
    '/extended/v2/blocks/{height_or_hash}': { path: height },
    '/extended/v2/blocks/{height_or_hash}/transactions': { path: height },
    '/extended/v2/blocks/{height_or_hash}/signer-signatures': { path: height },
    '/extended/v2/burn-blocks/': {},
    '/extended/v2/burn-blocks/{height_or_hash}': { path: burnBlock },
    '/extended/v2/burn-blocks/{height_or_hash}/blocks': { path: burnBlock },
    '/extended/v2/burn-blocks/{height_or_hash}/pox-transactions': { path: burnBlock },
    '/extended/v2/block-tenures/{tenure_height}/blocks': { path: { tenure_height: 1 } },
    '/extended/v2/smart-contracts/status': { query: { contract_id: [contract] } },
    '/extended/v2/smart-contracts/{contract_id}/logs': { path: { contract_id: contract } },
    '/extended/v2/mempool/fees': {},
    '/extended/v2/pox/cycles': {},
    '/extended/v2/pox/cycles/{cycle_number}': { path: { cycle_number: 1 }, status: 404 },
    '/extended/v2/pox/cycles/{cycle_number}/signers': { path: { cycle_number: 1 }, status: 404 },
    '/extended/v2/pox/cycles/{cycle_number}/signers/{signer_key}': { path: signer, status: 404 },
    '/extended/v2/pox/cycles/{cycle_number}/signers/{signer_key}/stackers': { path: signer, status: 404 },
    '/extended/v2/addresses/{address}/transactions': { path: { address } },
    '/extended/v2/addresses/{address}/transactions/{tx_id}/events': { path: { address, ...tx } },
    '/extended/v2/addresses/{principal}/balances/stx': { path: principal, query: { include_mempool: true } },
    '/extended/v2/addresses/{principal}/balances/ft': { path: principal },
    '/extended/v2/addresses/{principal}/balances/ft/{token}': { path: { ...principal, token: coin } },
    '/extended/v2/addresses/{burnchain_address}/pox-transactions': { path: { burnchain_address: sample.btcAddress } },
    '/extended/v3/blocks/{height_or_hash}/transactions': { path: height },
    '/extended/v3/mempool/transactions': {},
    '/extended/v3/principals/{principal}/transactions': { path: principal },
    '/extended/v3/principals/{principal}/transactions/{tx_id}/balance-changes': { path: { ...principal, ...tx } },
    '/extended/v3/principals/{principal}/balance-changes': { path: principal, query: { tx_id: [txid] } },
    '/extended/v3/principals/{principal}/staking': { path: principal },
    '/extended/v3/principals/{principal}/staking/bonds': { path: principal },
    '/extended/v3/principals/{principal}/balances/stx': { path: principal },
    '/extended/v3/principals/{principal}/balances/ft': { path: principal },
    '/extended/v3/principals/{principal}/balances/ft/{asset_identifier}': { path: { ...principal, asset_identifier: coin } },
    '/extended/v3/principals/{principal}/balances/nft': { path: principal },
    '/extended/v3/principals/{principal}/nonces': { path: principal },
    '/extended/v3/principals/{principal}/mempool/transactions': { path: principal },
    '/extended/v3/staking/bonds': {},
    '/extended/v3/staking/bonds/{bond_index}': { path: bond, status: 404 },
    '/extended/v3/staking/bonds/{bond_index}/allowlist': { path: bond },
    '/extended/v3/staking/bonds/{bond_index}/allowlist/{principal}': { path: { ...bond, ...principal }, status: 404 },
    '/extended/v3/staking/bonds/{bond_index}/registrations': { path: bond },
    '/extended/v3/staking/bonds/{bond_index}/registrations/{principal}': { path: { ...bond, ...principal }, status: 404 },
    '/extended/v3/staking/signers': {},
    '/extended/v3/staking/signers/{principal}': { path: principal, status: 404 },
    '/extended/v3/staking/signers/{principal}/stakers': { path: principal },
    '/extended/v3/transactions': {},
    '/extended/v3/transactions/{tx_id}': {
      path: tx,
      query: { include: ['function_args', 'source_code', 'post_conditions', 'result'] },
    },
    '/extended/v3/transactions/{tx_id}/events': { path: tx },
    '/v1/names/{name}/zonefile/{zoneFileHash}': { path: { name: 'devnet.btc', zoneFileHash: '00'.repeat(20) }, status: 404 },
    '/v1/names/{name}/subdomains': { path: { name: 'devnet.btc' } },
    '/v1/names/{name}/zonefile': { path: { name: 'devnet.btc' }, status: 404 },
    '/v1/names/': {},
    '/v1/names/{name}': { path: { name: 'devnet.btc' }, status: 404 },
    '/v1/namespaces/': {},
    '/v1/namespaces/{tld}/names': { path: { tld: 'btc' } },
    '/v1/addresses/{blockchain}/{address}': { path: { blockchain: 'stacks', address } },
    '/v2/prices/namespaces/{tld}': { path: { tld: 'devnet' } },
    '/v2/prices/names/{name}': { path: { name: 'name.devnet' } },
  };
}

/** A trait that the contract of the sample fulfils. */
const TRAIT = {
  functions: [
    {
      name: 'mint',
      access: 'public',
      args: [{ name: 'amount', type: 'uint128' }],
      outputs: { type: { response: { ok: 'bool', error: 'uint128' } } },
    },
  ],
};
