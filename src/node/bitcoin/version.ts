/** The release of Bitcoin Core that the node follows, as in `getnetworkinfo`: 30.0.0. */
export const CORE_VERSION = 300_000;

/** The node's own name, which distinguishes it from Bitcoin Core. */
const NAME = 'stacks-devnet:0.1.0';

/** Returns the node's name for its peers (BIP14). */
export function userAgent(comments: readonly string[] = []): string {
  return `/${NAME}(${['embedded', ...comments].join('; ')})/`;
}
