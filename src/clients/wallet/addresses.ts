import { ownValue } from '../../base/own-value.js';
import { addressScript, keyAddresses } from '../../bitcoin/address.js';
import { toHex } from '../../bitcoin/codec.js';
import { publicKeyOf } from '../../bitcoin/crypto.js';
import type { Account } from '../../network/data.js';
import { addressOn, NETWORK_FACTS, type WalletNetwork } from './network.js';

/** The addresses of an account on the network of the wallet. Public keys are hex. */
export type WalletAddresses = {
  stacks: string;
  /** P2WPKH. */
  payment: string;
  /** P2TR. */
  ordinals: string;
  /** 33 bytes. */
  publicKey: string;
  /** That of the P2TR output, 32 bytes. */
  outputKey: string;
};

/** @param own the network of the devnet, whose addresses the account has */
export async function addressesOf(account: Account, network: WalletNetwork, own: WalletNetwork): Promise<WalletAddresses> {
  const privateKey = account.privateKey.slice(0, 64);
  const { p2wpkh, p2tr } = network === own ? account.btc.addresses : await keyAddresses(privateKey, NETWORK_FACTS[network].chain);
  return {
    stacks: addressOn(network, own, account.stx.address),
    payment: p2wpkh,
    ordinals: p2tr,
    publicKey: toHex(publicKeyOf(Buffer.from(privateKey, 'hex'))),
    // The same on all networks; the script is OP_1 and the key.
    outputKey: toHex(addressScript(account.btc.addresses.p2tr).subarray(2)),
  };
}

/** As Leather lists them: those of Bitcoin first. Pages take `addresses[2]` for that of Stacks. */
export function leatherAddresses({ stacks, payment, ordinals, publicKey, outputKey }: WalletAddresses) {
  return [
    { symbol: 'BTC', type: 'p2wpkh', address: payment, publicKey },
    { symbol: 'BTC', type: 'p2tr', address: ordinals, publicKey, tweakedPublicKey: outputKey },
    { symbol: 'STX', address: stacks, publicKey },
  ];
}

/** As Xverse lists them. @param purposes which, and in which order @default all */
export function xverseAddresses(
  { stacks, payment, ordinals, publicKey }: WalletAddresses,
  purposes: readonly unknown[] = ['ordinals', 'payment', 'stacks'],
) {
  const walletType = 'software';
  const known: Readonly<Record<string, { address: string; publicKey: string; addressType: string }>> = {
    ordinals: { address: ordinals, publicKey: publicKey.slice(2), addressType: 'p2tr' },
    payment: { address: payment, publicKey, addressType: 'p2wpkh' },
    stacks: { address: stacks, publicKey, addressType: 'stacks' },
  };
  return purposes.flatMap((purpose) => {
    const found = typeof purpose === 'string' ? ownValue(known, purpose) : undefined;
    return found === undefined ? [] : [{ ...found, purpose, walletType }];
  });
}

/** As SIP-030 lists accounts. Nothing here uses Gaia, so that there is no key for it. */
export function stacksAccounts({ stacks, publicKey }: WalletAddresses) {
  return [{ address: stacks, publicKey, gaiaHubUrl: 'https://hub.blockstack.org', gaiaAppKey: '' }];
}

/** The selected network as SIP-030 describes it. */
export function stacksNetworks(network: WalletNetwork) {
  const describe = (id: WalletNetwork) => ({ id, chainId: NETWORK_FACTS[id].chainId, transactionVersion: NETWORK_FACTS[id].version });
  return { active: network, networks: [describe(network)] };
}

/** The selected network as `sats-connect` describes it. */
export function networkNames(network: WalletNetwork) {
  const { bitcoin, stacks, spark } = NETWORK_FACTS[network];
  return { bitcoin: { name: bitcoin }, stacks: { name: stacks }, spark: { name: spark } };
}
