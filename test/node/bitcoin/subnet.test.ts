import { expect, test } from 'vitest';
import { covers, parseSubnet } from '#dist/node/bitcoin/subnet.js';

test.each([
  ['10.0.0.1', '10.0.0.1/32'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['10.1.2.3/255.255.0.0', '10.1.0.0/16'],
  ['10.1.2', '10.1.0.2/32'],
  ['::ffff:10.0.0.7', '10.0.0.7/32'],
  ['2001:db8::1:0:0/96', '2001:db8::1:0:0/96'],
  ['1:2:3:4:5:6:7:8/64', '1:2:3:4::/64'],
  ['::/0', '::/0'],
  ...['', 'x', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1/255.0.255.0', '1.2.3.4:5', '0.0.0.0', '255.255.255.255', '::', '2001:db8::1'].map(
    (text) => [text, undefined] as const,
  ),
] as [string, string | undefined][])('default: %j is %j', (text, expected) => {
  expect(parseSubnet(text)?.text).toBe(expected);
});

test.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', '10.0.0.0/9', false],
  ['10.0.0.0/8', '10.255.0.0/8', true],
  ['::/0', '1.2.3.4', false],
])('behavior: a ban of %s is one of %s: %s', (ban, text, expected) => {
  const [first, second] = [parseSubnet(ban), parseSubnet(text)];
  if (first === undefined || second === undefined) throw new RangeError('no subnet');
  expect(covers(first, second)).toBe(expected);
});
