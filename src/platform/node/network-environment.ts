/**
 * The URLs of a network that programs started beside it find in their environment; that of Bitcoin has the user and the password of
 * its RPC.
 */
export function networkEnvironment(
  urls: { gateway?: string | undefined; stacks: string; bitcoin: string },
  { rpcUser, rpcPassword }: { rpcUser: string; rpcPassword: string },
): Record<'DEVNET_URL' | 'DEVNET_STACKS_URL' | 'DEVNET_BITCOIN_URL', string> {
  const bitcoin = new URL(urls.bitcoin);
  bitcoin.username = rpcUser;
  bitcoin.password = rpcPassword;
  return { DEVNET_URL: urls.gateway ?? '', DEVNET_STACKS_URL: urls.stacks, DEVNET_BITCOIN_URL: bitcoin.href.replace(/\/$/, '') };
}
