import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { balances, payment } from '#dist/project/config/amounts.js';
import { contracts } from '#dist/project/config/contracts.js';
import { host, hostAndPort, network, nodeUrl, origin, port } from '#dist/project/config/endpoints.js';
import { rateLimit } from '#dist/project/config/rate-limit.js';
import { type Kind, list } from '#dist/project/config/value-type.js';
import { image, miningMode, path as pathKind, privateKey, program } from '#dist/project/config/value-types.js';

const principal = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const key = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a6';
const place = { field: 'x', directory: '/work' };

test.each<[string, Kind<unknown, unknown>, unknown, unknown]>([
  ['balance', balances('micro-STX'), { [principal]: '340282366920938463463374607431768211455' }, { [principal]: 2n ** 128n - 1n }],
  ['balance of a contract', balances('sats'), { [`${principal}.vault`]: 5 }, { [`${principal}.vault`]: 5n }],
  ['payment as number', payment, 7, 7n],
  ['payment as bigint', payment, 2n ** 63n - 1n, 2n ** 63n - 1n],
  ['interval', miningMode, { intervalMs: 2500 }, { intervalMs: 2500 }],
  ['port', port, 0, 0],
  ['IPv6 host', host, '::1', '::1'],
  ['relative path', pathKind, 'images', path.resolve('/work/images')],
  ['relative program', program, 'bin/bitcoind', path.resolve('/work/bin/bitcoind')],
  ['program on PATH', program, 'stacks-node-4', 'stacks-node-4'],
  ['image with a registry', image, 'localhost:5000/stacks-core:4.0.2', 'localhost:5000/stacks-core:4.0.2'],
  ['private key with suffix, in upper case', privateKey, `${key.toUpperCase()}01`, key],
  [
    'URL with credentials',
    nodeUrl({ expected: '', credentials: true }),
    'https://user:p%40ss@node:8332/path',
    'https://user:p%40ss@node:8332/path',
  ],
  ['origin', origin, 'http://localhost:5173', 'http://localhost:5173'],
  ['origin with the default port, in upper case', origin, 'HTTPS://App.Example:443', 'https://app.example'],
  ['rate', rateLimit, { stacking: '2/d' }, expect.objectContaining({ stacking: { limit: 2, seconds: 86_400 } })],
  [
    'contract',
    contracts,
    [{ deployer: principal, name: 'vault', source: '(ok u1)' }],
    [{ deployer: principal, name: 'vault', source: '(ok u1)' }],
  ],
  [
    'contract of a Clarity version',
    contracts,
    [{ deployer: principal, name: 'vault', source: '', clarityVersion: 3 }],
    [{ deployer: principal, name: 'vault', source: '', clarityVersion: 3 }],
  ],
])('default: %s', (_, kind, written, value) => {
  expect(kind.read(written, place)).toEqual(value);
});

test.each<[string, Kind<unknown, unknown>, string, unknown]>([
  ['balances', balances('sats'), `${principal}=1,${principal}.vault=5`, { [principal]: 1n, [`${principal}.vault`]: 5n }],
  ['interval', miningMode, '2500', { intervalMs: 2500 }],
  ['list with spaces', list(hostAndPort, ''), 'localhost:3700, [::1]:3701,', ['localhost:3700', '[::1]:3701']],
  ['networks', list(network, ''), '10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  ['rates', rateLimit, 'stx=7/2m,stacking=2/d', expect.objectContaining({ stx: { limit: 7, seconds: 120 } })],
])('default: %s as text', (_, kind, text, value) => {
  expect(kind.readText(text, place)).toEqual(value);
});

describe('origins', () => {
  test.each([
    ['localhost:5173', 'Write http://localhost:5173, with the scheme and without a path.'],
    ['http://localhost:5173/', 'Write http://localhost:5173, with the scheme and without a path.'],
    ['http://localhost:5173/app?x=1#y', 'Write http://localhost:5173, with the scheme and without a path.'],
    ['https://user:secret@app.example', 'Write https://app.example, with the scheme and without a path.'],
    ['*', 'Write every origin that may call; a wildcard is not supported.'],
    ['null', 'A page from a file has no origin; serve it over HTTP.'],
    ['', 'Write http:// or https://, the host and the port.'],
    ['chrome-extension://abc', 'Write http:// or https://, the host and the port.'],
  ])('error: %s', (value, advice) => {
    expect(() => origin.readText(value, { field: '--control-origin' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        field: '--control-origin',
        received: JSON.stringify(value.replace('user:secret', '[credentials]')),
        message: expect.stringMatching(/^--control-origin: expected an origin such as http:\/\/localhost:5173, received ".*"\. /),
        hint: advice,
      }),
    );
  });
});

describe('contracts', () => {
  const contract = { deployer: principal, name: 'vault', source: '' };
  test.each<[string, unknown, string]>([
    ['no list', {}, 'x: expected a list of contracts {deployer, name, source, clarityVersion?, path?}, received an empty object'],
    ['no object', ['vault'], 'x[0]: expected an object {deployer, name, source, clarityVersion?, path?}, received "vault"'],
    ['an unknown key', [{ ...contract, code: '' }], 'x[0].code: unknown key. The keys are deployer, name, source, clarityVersion, path.'],
    ['a name instead of an address', [{ ...contract, deployer: 'deployer' }], 'x[0].deployer: expected a testnet Stacks address'],
    ['a contract as deployer', [{ ...contract, deployer: `${principal}.a` }], 'x[0].deployer: expected a testnet Stacks address'],
    ['no name', [{ ...contract, name: undefined }], 'x[0].name: expected the name of a contract, received nothing'],
    ['a malformed name', [{ ...contract, name: '1st' }], 'A contract name has 1 to 40 letters'],
    ['no source', [contract, { ...contract, source: undefined }], 'x[1].source: expected Clarity source, received nothing'],
    ['an empty path', [{ ...contract, path: '' }], 'x[0].path: expected the path of the source, received ""'],
    [
      'a Clarity version as text',
      [{ ...contract, clarityVersion: '3' }],
      'x[0].clarityVersion: expected a whole number from 1 to 6, received "3"',
    ],
  ])('error: %s', (_, value, message) => {
    expect(() => contracts.read(value, { field: 'x' })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) }),
    );
  });
});
