import { timingSafeEqual } from '#platform/crypto.js';
import { rpcauthHash } from '../../protocol/client/rpcauth.js';
import { sha256 } from '../../protocol/crypto/hash.js';

/** Who may call what. */
export type RpcAccess = {
  /** Users with the HMAC-SHA256 of their passwords under a salt, in hex. */
  credentials?: readonly { user: string; salt: string; hash: string }[] | undefined;
  /** The methods that users may call: of several lists for a user, their intersection. */
  whitelist?: readonly { user: string; methods: readonly string[] }[] | undefined;
  /** Whether users without a list may call nothing. @default true if a list exists */
  whitelistDefault?: boolean | undefined;
};

/** Returns the user of an `Authorization` header; undefined if the credentials are wrong. */
export function createUserCheck(
  user: string,
  password: string,
  { credentials = [] }: RpcAccess,
): (header: string | undefined) => string | undefined {
  const expected = sha256(Buffer.from(`${user}:${password}`));
  return (header) => {
    const [, text] = /^Basic +((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/.exec(header ?? '') ?? [];
    if (text === undefined) return undefined;
    const given = Buffer.from(text, 'base64');
    // Digests are compared in constant time, so that timing reveals neither the secret nor its length.
    if (timingSafeEqual(sha256(given), expected)) return user;
    const colon = given.indexOf(':');
    if (colon === -1) return undefined;
    const [name, secret] = [given.subarray(0, colon).toString(), given.subarray(colon + 1)];
    const isKnown = credentials.some((entry) => {
      return timingSafeEqual(rpcauthHash(entry.salt, secret), Buffer.from(entry.hash, 'hex')) && entry.user === name;
    });
    return isKnown ? name : undefined;
  };
}

/** Returns whether a user may call a method. */
export function createMethodCheck({
  whitelist = [],
  whitelistDefault = whitelist.length > 0,
}: RpcAccess): (user: string, method: string) => boolean {
  return (user, method) => {
    const own = whitelist.filter((entry) => entry.user === user);
    return own.length === 0 ? !whitelistDefault : own.every(({ methods }) => methods.includes(method));
  };
}
