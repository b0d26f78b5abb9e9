/** The release of Bitcoin Core that the node follows, as in `getnetworkinfo`: 30.0.0. */
export const CORE_VERSION = 300_000;

/** The node's own name, which distinguishes it from Bitcoin Core. */
export const USER_AGENT = '/stacks-devnet:0.1.0(embedded)/';
