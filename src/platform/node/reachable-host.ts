/** Returns the address at which this machine reaches a server on `host`: loopback, if it listens on all interfaces. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
