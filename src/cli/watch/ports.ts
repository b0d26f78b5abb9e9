import type { ResolvedConfig } from '../../config/devnet-config.js';
import type { Devnet } from '../../devnet/types.js';

/** Returns the ports on which a network listens. */
export function portsOf({ gateway, stacks, bitcoin, emily }: Devnet['urls']): ResolvedConfig['ports'] {
  const port = (url: string): number => Number(new URL(url).port || 80);
  return {
    gateway: gateway === undefined ? 0 : port(gateway),
    stacks: port(stacks),
    bitcoin: port(bitcoin),
    emily: emily === undefined ? undefined : port(emily),
  };
}
