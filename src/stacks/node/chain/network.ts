import { ADDRESS_VERSION, encodeAddress } from '../../../clarity/values.js';
import { PRODUCER_KEY_HASH } from './production/producer-key.js';

/** What depends on whether a chain is mainnet or a test network. */
export type Network = {
  /** Of transactions, and the `network_id` of the node. */
  readonly chainId: number;
  readonly isMainnet: boolean;
  /** The first byte of transactions (SIP-005). */
  readonly transactionVersion: number;
  /** The version that peers announce, without the epoch in its last byte. */
  readonly peerVersion: number;
  /** The deployer of the boot contracts. */
  readonly bootAddress: string;
  /** The account of the only miner of this chain. */
  readonly producerAddress: string;
};

const MAINNET_CHAIN_ID = 1;
const TESTNET_CHAIN_ID = 0x80000000;

/** @param chainId 1 is mainnet @default that of test networks */
export function networkOf(chainId: number = TESTNET_CHAIN_ID): Network {
  const isMainnet = chainId === MAINNET_CHAIN_ID;
  const version = isMainnet ? ADDRESS_VERSION.mainnetSingle : ADDRESS_VERSION.testnetSingle;
  return {
    chainId,
    isMainnet,
    transactionVersion: isMainnet ? 0x00 : 0x80,
    // stacks-core: `PEER_VERSION_MAINNET_MAJOR`, `PEER_VERSION_TESTNET_MAJOR`
    peerVersion: isMainnet ? 0x18000000 : 0xfacade00,
    bootAddress: encodeAddress({ version, hash: Buffer.alloc(20) }),
    producerAddress: encodeAddress({ version, hash: PRODUCER_KEY_HASH }),
  };
}

/** Whether an address may be on the network. */
export function isOwnVersion({ isMainnet }: Network, version: number): boolean {
  const { mainnetSingle, mainnetMulti, testnetSingle, testnetMulti } = ADDRESS_VERSION;
  return isMainnet ? version === mainnetSingle || version === mainnetMulti : version === testnetSingle || version === testnetMulti;
}
