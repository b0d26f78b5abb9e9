import type { Devnet } from '../../network/types.js';
import type { ResolvedConfig } from '../../project/config.js';

type Ports = ResolvedConfig['ports'];

/** Returns the ports on which a network listens. Its URLs have none for peers, so that one stays as it was set. */
export function portsOf({ gateway, stacks, bitcoin, emily, electrum }: Devnet['urls'], { bitcoinPeers }: Ports): Ports {
  const port = (url: string): number => Number(new URL(url).port || 80);
  return {
    gateway: gateway === undefined ? 0 : port(gateway),
    stacks: port(stacks),
    bitcoin: port(bitcoin),
    bitcoinPeers,
    emily: emily === undefined ? undefined : port(emily),
    electrum: electrum === undefined ? 0 : port(electrum),
  };
}
