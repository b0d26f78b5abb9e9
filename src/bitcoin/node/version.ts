import { readManifest } from '#platform/manifest.js';

/** The release of Bitcoin Core that the node follows, as in `getnetworkinfo`: 30.0.0. */
export const CORE_VERSION = 300_000;

/** The node's own name, which distinguishes it from Bitcoin Core. */
const name = (): string => `stacks-devnet:${readManifest().version}`;

/**
 * Returns the node's name for its peers (BIP14). As bitcoind's, it begins with the release that the node follows: btcd's RPC client in Go,
 * and with it LND, btcwallet and tapd, choose the form of their calls by it.
 */
export function userAgent(comments: readonly string[] = []): string {
  return `/Satoshi:${releaseOf(CORE_VERSION)}/${name()}(${['embedded', ...comments].join('; ')})/`;
}

/** Formats a version number of Core: two digits each for minor and patch. */
function releaseOf(version: number): string {
  return [Math.floor(version / 10_000), Math.floor(version / 100) % 100, version % 100].join('.');
}
