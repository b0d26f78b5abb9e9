/** What follows is the name of a wallet. */
const WALLET_PATH = '/wallet/';

/** Whether JSON-RPC is served at the path. */
export function isRpcPath(path: string): boolean {
  return path === '/' || path.startsWith(WALLET_PATH);
}

/** Returns the wallet that the path of a request names, if it does. */
export function walletOf(path: string): string | undefined {
  if (!path.startsWith(WALLET_PATH)) return undefined;
  const name = path.slice(WALLET_PATH.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
