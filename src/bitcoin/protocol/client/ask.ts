/**
 * Asks a Bitcoin node of this process: the answers are those of its JSON-RPC over HTTP. @throws DevnetError NOT_REACHABLE once it
 * is stopped
 */
export type AskBitcoin = (question: BitcoinQuestion) => Promise<BitcoinAnswer>;
/** The body of a request; `path` is `/` or that of a wallet. */
type BitcoinQuestion = { path: string; body: string };
export type BitcoinAnswer = { status: number; text: string };
