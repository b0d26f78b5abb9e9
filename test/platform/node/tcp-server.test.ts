import { expect, test } from 'vitest';
import { authorityOf } from '#dist/platform/node/tcp-server.js';

test.each([
  ['127.0.0.1', '127.0.0.1:80'],
  ['localhost', 'localhost:80'],
  ['::1', '[::1]:80'],
  ['192.168.1.5', '192.168.1.5:80'],
  // No program can connect to all interfaces.
  ['0.0.0.0', '127.0.0.1:80'],
  ['::', '[::1]:80'],
])('default: a server on %s is reached at %s', (host, authority) => {
  expect(authorityOf(host, 80)).toBe(authority);
});
