import { createHash, randomUUID } from 'node:crypto';
import { ecdsa } from '#platform/secp256k1.js';
import { encodeAddress, REGTEST } from '../../../bitcoin/address.js';
import { hash160, publicKeyOf } from '../../../bitcoin/crypto.js';
import { payToKeyHash } from '../../../bitcoin/script.js';
import { keyOf } from '../stacks/send.js';
import type { LegacyUser } from './user.js';

/** P2PKH of mainnet, which the token's issuer is written in. */
const MAINNET_P2PKH = 0x00;
const HOUR_S = 3600;

/**
 * Returns the answer to a sign-in of `@stacks/connect` up to 7: a token with the profile, signed by the account's key (Stacks auth 1.4).
 * It has no key for the page, because nothing here uses Gaia.
 */
export async function authenticationResponse({ account, own, addresses }: LegacyUser): Promise<string> {
  const key = Buffer.from(keyOf(account), 'hex');
  const publicKey = publicKeyOf(key);
  const issuer = encodeAddress(payToKeyHash(hash160(publicKey)), { ...REGTEST, pubkeyHash: MAINNET_P2PKH });
  const [current, mainnet] = [await addresses(own), await addresses('mainnet')];
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...{ jti: randomUUID(), iat: now, exp: now + HOUR_S, iss: `did:btc-addr:${issuer}`, version: '1.4.0' },
    ...{ public_keys: [Buffer.from(publicKey).toString('hex')], private_key: null, core_token: null, associationToken: null },
    ...{ username: null, email: null, profile_url: null, hubUrl: null, blockstackAPIUrl: null },
    profile: {
      stxAddress: { testnet: current.stacks, mainnet: mainnet.stacks },
      btcAddress: {
        p2wpkh: { mainnet: mainnet.payment, testnet: current.payment, regtest: current.payment, signet: current.payment },
        p2tr: { mainnet: mainnet.ordinals, testnet: current.ordinals, regtest: current.ordinals, signet: current.ordinals },
      },
      btcPublicKey: { p2wpkh: current.publicKey, p2tr: current.publicKey },
    },
  };
  const signed = [{ typ: 'JWT', alg: 'ES256K' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const { signature } = ecdsa().sign(createHash('sha256').update(signed).digest(), key);
  return `${signed}.${Buffer.from(signature).toString('base64url')}`;
}
