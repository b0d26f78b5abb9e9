import { DevnetError } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { type BitcoinClient, createBitcoinClient, toSats } from '../../bitcoin/client.js';
import type { Account } from '../../network/data.js';
import { btcFaucetKeys, sbtcFaucetKeys, stxFaucetKeys } from '../../network/faucet.js';
import type { ResolvedConfig } from '../../project/config.js';
import { SIGNERS_ADDRESS } from '../../sbtc/signers.js';
import { createNames, createStory, type OwnAddresses, type Story, type StoryOptions } from '../../tools/story.js';

export type NetworkStoryOptions = {
  /** The accounts that have names. @default none */
  accounts?: readonly Account[] | undefined;
  /** @default none */
  own?: OwnAddresses | undefined;
  bitcoin: { rpcUrl: string; rpcUser: string; rpcPassword: string };
};

/** A reader of a terminal waits no longer for the amounts of a payment, in ms. */
const PATIENCE_MS = 1_000;

/** The story of a running network, which asks its Bitcoin node for the amounts of payments. */
export function networkStory({ accounts = [], own, bitcoin }: NetworkStoryOptions): Story {
  const client = createBitcoinClient({ ...bitcoin, timeoutMs: PATIENCE_MS });
  return createStory({ names: createNames(accounts, own), outputs: (txid) => outputsOf(client, txid) });
}

/** The addresses of the faucets and of sBTC's signers. */
export async function ownAddresses({ faucet, sbtc }: ResolvedConfig): Promise<OwnAddresses> {
  const keys = await Promise.all([stxFaucetKeys(faucet.stx.keys), btcFaucetKeys(faucet.btc.keys), sbtcFaucetKeys(faucet.sbtc.keys)]);
  const faucets = keys.flat().map(({ address }) => address);
  return sbtc.enabled ? { faucet: faucets, 'sBTC signers': [SIGNERS_ADDRESS] } : { faucet: faucets };
}

async function outputsOf(client: BitcoinClient, txid: string): ReturnType<StoryOptions['outputs']> {
  try {
    const transaction = await client.call('getrawtransaction', [txid, true]);
    const outputs = isRecord(transaction) && Array.isArray(transaction['vout']) ? transaction['vout'].filter(isRecord) : [];
    return outputs.map(({ value, scriptPubKey }) => {
      const address = isRecord(scriptPubKey) ? scriptPubKey['address'] : undefined;
      return { address: typeof address === 'string' ? address : undefined, sats: toSats(value) };
    });
  } catch (error) {
    // A restore or the end of the network may have removed it meanwhile.
    if (error instanceof DevnetError) return undefined;
    throw error;
  }
}
