import { createWallet, installWallet, redirectApis, startDevnet } from 'stacks-devnet/browser';
import { afterAll, beforeAll } from 'vitest';

/** A network in the page of the tests of a file. The front end finds it where it looks for public APIs, and a wallet as an extension. */
export function useNetwork() {
  const net = {};
  const ends = [];
  beforeAll(async () => {
    net.devnet = await startDevnet();
    net.wallet = createWallet(net.devnet);
    ends.push(
      redirectApis(net.devnet),
      installWallet(net.wallet),
      () => net.wallet.close(),
      () => net.devnet.close(),
    );
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return net;
}
