/** Where this machine reaches what listens on `host`: all interfaces are no address, loopback is one of them. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
