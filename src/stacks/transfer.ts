export type Transfer = {
  /** An account or a contract. */
  recipient: string;
  /** Micro-STX. */
  amount: bigint;
  fee: bigint;
  nonce: number;
  /** 64 hex digits, of a compressed key. */
  privateKey: string;
  /** As the node's `network_id` tells it. */
  chainId: number;
  /** At most 34 bytes. */
  memo: string;
};

/** Builds and signs a transfer of STX on a test network. Signatures are deterministic (RFC 6979). @returns its bytes; `txid` has 0x */
export async function signTransfer({
  privateKey,
  chainId,
  ...transfer
}: Transfer): Promise<{ bytes: Uint8Array; hex: string; txid: string }> {
  const [{ makeSTXTokenTransfer }, { STACKS_TESTNET }] = await Promise.all([import('@stacks/transactions'), import('@stacks/network')]);
  const transaction = await makeSTXTokenTransfer({
    ...transfer,
    senderKey: `${privateKey}01`,
    network: { ...STACKS_TESTNET, chainId },
  });
  const bytes = transaction.serializeBytes();
  return { bytes, hex: Buffer.from(bytes).toString('hex'), txid: `0x${transaction.txid()}` };
}

/** The account of a private key on a test network. @param privateKey 64 hex digits, of a compressed key */
export async function testnetAddress(privateKey: string): Promise<string> {
  const { getAddressFromPrivateKey } = await import('@stacks/transactions');
  return getAddressFromPrivateKey(`${privateKey}01`, 'testnet');
}
