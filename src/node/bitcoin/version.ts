/** The release of Bitcoin Core whose RPC and policy the node has, as `getnetworkinfo` gives it: 30.0.0. */
export const CORE_VERSION = 300_000;

/** The node's own name, so that nobody takes it for Bitcoin Core. */
export const USER_AGENT = '/stacks-devnet:0.1.0(embedded)/';
