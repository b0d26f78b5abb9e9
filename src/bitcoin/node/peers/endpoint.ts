import { isIP } from '#platform/sockets.js';

const DEFAULT_PORT = 18_444;
const MAX_PORT = 65_535;

/** Reads `host`, `host:port` or `[host]:port`. Returns undefined if it is none of them. */
export function parseEndpoint(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? DEFAULT_PORT : Number(digits);
  return host === undefined || port < 1 || port > MAX_PORT ? undefined : { host: numericAddress(host) ?? host, port };
}

/** Returns the text that all spellings of one endpoint have in common. A name stays as it is: nobody asks for its address. */
export function endpointText(text: string): string {
  const endpoint = parseEndpoint(text);
  return endpoint === undefined || isIP(endpoint.host) === 0 ? text : formatAddress(endpoint.host, endpoint.port);
}

/**
 * Returns the usual form of an IP address, also of the short, hexadecimal and octal forms that the C library reads (`inet_aton`):
 * `127.1` is 127.0.0.1. Undefined for anything else.
 */
export function numericAddress(text: string): string | undefined {
  const isShort = /^(?:0x)?[0-9a-f]+(?:\.(?:0x)?[0-9a-f]+){0,3}$/i.test(text);
  if (!isShort && isIP(text) !== 6) return undefined;
  const url = `http://${isShort ? text : `[${text}]`}`;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : text;
  return isIP(host) === 0 ? undefined : host;
}

/** Returns `host:port`, with IPv6 in brackets; IPv4 without the form in which dual sockets show it. */
export function formatAddress(host = '', port = 0): string {
  const plain = host.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]:${port}` : `${plain}:${port}`;
}
