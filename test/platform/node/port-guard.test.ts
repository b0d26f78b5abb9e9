import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createPortGuard, type PortGuardOptions } from '#dist/platform/node/port-guard.js';

const OWN = { host: '127.0.0.1:18443' };
const JSON_BODY = { 'content-type': 'application/json', 'content-length': '20' };

/** Returns the field of the refusal of a request; undefined if it passes. */
function refused(headers: Record<string, string>, options: Partial<PortGuardOptions> = {}, method = 'POST'): string | undefined {
  const guard = createPortGuard({ host: '127.0.0.1', what: 'this port', ...options });
  const error = guard({ method, header: (name) => headers[name] });
  if (error !== undefined) expect(error.code).toBe('FORBIDDEN');
  return error?.field;
}

describe('programs', () => {
  test.each([
    ['no header', {}],
    ['no content type', { ...OWN, 'content-length': '20' }],
    ['curl --data', { ...OWN, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '20' }],
    ['the examples of bitcoind', { ...OWN, 'content-type': 'text/plain;', 'content-length': '20' }],
    ["Node's fetch", { ...OWN, 'sec-fetch-mode': 'cors', 'content-type': 'text/plain;charset=UTF-8', 'content-length': '20' }],
    ['a form with a file', { ...OWN, 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' }],
  ])('default: pass with %s', (_, headers) => expect(refused(headers)).toBeUndefined());
});

describe('hosts', () => {
  test.each([
    'localhost',
    'LOCALHOST:1',
    'app.localhost:1',
    '127.0.0.1',
    '127.9.9.9:1',
    '[::1]:1',
    'devnet:1',
    'host.docker.internal:1',
    hostname(),
  ])('default: %s', (host) => expect(refused({ host })).toBeUndefined());

  test.each([
    'evil.example',
    'evil.example:18443',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost.',
    'a@b',
    '',
    '[::1',
  ])('error: %j', (host) => expect(refused({ host })).toBe('host'));

  test('behavior: the interface, and every address of a port that listens on all', () => {
    expect(refused({ host: '10.0.0.1:1' }, { host: '10.0.0.1' })).toBeUndefined();
    expect(refused({ host: '10.0.0.2:1' }, { host: '10.0.0.1' })).toBe('host');
    expect(refused({ host: 'devnet.LAN:1' }, { host: 'Devnet.lan' })).toBeUndefined();
    for (const host of ['0.0.0.0', '::']) expect(refused({ host: '192.168.1.5:1' }, { host })).toBeUndefined();
    expect(refused({ host: 'evil.example' }, { host: '0.0.0.0' })).toBe('host');
  });

  test('behavior: allowed ones, with all below a domain, or all', () => {
    const allowedHosts = ['ci.example.org', '.svc.cluster.local'];
    for (const host of ['CI.example.org:1', 'devnet.team.svc.cluster.local']) expect(refused({ host }, { allowedHosts })).toBeUndefined();
    for (const host of ['x.ci.example.org', 'svc.cluster.local.evil.example']) expect(refused({ host }, { allowedHosts })).toBe('host');
    expect(refused({ host: 'evil.example' }, { allowedHosts: ['*'] })).toBeUndefined();
  });
});

describe('pages', () => {
  test.each([
    ['an origin on the internet', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:5173' }],
    ['another name of this machine', { origin: 'http://localhost:18443' }],
    ['no port', { origin: 'http://127.0.0.1' }],
    ['a file or a frame without an origin', { origin: 'null' }],
    ['an extension', { origin: 'chrome-extension://127.0.0.1:18443' }],
    ['no Origin, but another site', { 'sec-fetch-site': 'cross-site' }],
    ['no Origin, but another port', { 'sec-fetch-site': 'same-site' }],
    ['a navigation by a form', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ])('error: %s', (_, headers) => expect(refused({ ...OWN, ...JSON_BODY, ...headers })).toBe('origin'));

  test('error: a picture or script of another site, but no link to a page of this port', () => {
    const link = { ...OWN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(refused({ ...link, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, {}, 'GET')).toBe('origin');
    expect(refused({ ...link, 'sec-fetch-dest': 'iframe' }, {}, 'GET')).toBe('origin');
    expect(refused({ ...link, 'sec-fetch-dest': 'document' }, {}, 'GET')).toBeUndefined();
  });

  test('behavior: the same origin, a listed one, and an address that somebody typed', () => {
    expect(refused({ ...OWN, ...JSON_BODY, origin: 'http://127.0.0.1:18443', 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(refused({ ...OWN, 'sec-fetch-site': 'none' }, {}, 'GET')).toBeUndefined();
    const origins = ['http://localhost:5173'];
    expect(refused({ ...OWN, ...JSON_BODY, origin: 'http://localhost:5173' }, { origins })).toBeUndefined();
    expect(refused({ ...OWN, ...JSON_BODY, origin: 'http://localhost:5174' }, { origins })).toBe('origin');
  });

  test('error: a listed page at a name that is not of this machine', () => {
    const origins = ['http://evil.example:18443'];
    expect(refused({ host: 'evil.example:18443', origin: 'http://evil.example:18443' }, { origins })).toBe('host');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'Multipart/Form-Data; boundary=x', ''])(
    'error: a page that sends %j',
    (type) => {
      const headers = { ...OWN, origin: 'http://127.0.0.1:18443', 'content-type': type, 'content-length': '3' };
      expect(refused(headers)).toBe('content-type');
      expect(refused({ ...headers, 'content-length': '0' })).toBeUndefined();
    },
  );

  test('error: the message says what to do', () => {
    const guard = createPortGuard({ host: '::1', what: 'the Bitcoin RPC', pageHint: (origin) => `Allow ${origin}.` });
    const message = (headers: Record<string, string>) => guard({ method: 'POST', header: (name) => headers[name] })?.message;
    expect(message({ origin: 'https://a.b' })).toBe('Pages on https://a.b may not call the Bitcoin RPC. Allow https://a.b.');
    expect(message({ host: 'a.b:1' })).toContain('received "a.b:1". Allow it with allowedHosts (--allowed-host a.b).');
  });
});
