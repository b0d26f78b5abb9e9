import { POX_5_SETTINGS } from '../stacks/pox-5.js';

/** A key pair: 64 hex digits, and the compressed public key. */
type Key = { privateKey: string; publicKey: string };

/**
 * The deployer that the npm package `sbtc` expects on a development network: the address of {@link SIGNERS}, of whom
 * {@link SIGNATURES} sign.
 */
export const DEFAULT_DEPLOYER = POX_5_SETTINGS.sbtcDeployer;

/** The signers of sBTC's own development network, whose keys are published (stacks-sbtc/sbtc: docker/docker-compose.yml), by public key. */
export const SIGNERS: readonly Key[] = [
  {
    privateKey: '3ec0ca5770a356d6cd1a9bfcbf6cd151eb1bd85c388cc00648ec4ef5853fdb74',
    publicKey: '02007311430123d4cad97f4f7e86e023b28143130a18099ecf094d36fef0f6135c',
  },
  {
    privateKey: '9bfecf16c9c12792589dd2b843f850d5b89b81a04f8ab91c083bdf6709fbefee',
    publicKey: '031a4d9f4903da97498945a4e01a5023a1d53bc96ad670bfe03adf8a06c52e6380',
  },
  {
    privateKey: '41634762d89dfa09133a4a8e9c1378d0161d29cd0a9433b51f1e3d32947a73dc',
    publicKey: '035249137286c077ccee65ecc43e724b9b9e5a588e3d7f51e3b62f9624c2a49e46',
  },
];

/** How many of the signers sign a transaction on Stacks. */
export const SIGNATURES = 2;

/**
 * The key that holds the bridge's Bitcoin: SHA-256 of "sBTC signers of a stacks-devnet". Its public key is even, as taproot takes
 * every key.
 */
export const AGGREGATE_KEY: Key = {
  privateKey: '9aaf4c34f08b8a56fe02058a74f9d944a8e97b9e0ea7aaf7e14ff7b4ba857bc0',
  publicKey: '0293c19767a13c22f246b70aff5848007e72382df0491f7d5a3210807239eca057',
};

/** The P2TR address of {@link AGGREGATE_KEY} on regtest, by its key path: where the bridge's Bitcoin is. */
export const SIGNERS_ADDRESS = 'bcrt1pzd6vvkaxvcjhs9e27uhxqvu4qhft8zv384cu36f7xh9qcyfy6j3srlxn0e';
