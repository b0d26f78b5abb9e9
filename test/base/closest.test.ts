import { expect, test } from 'vitest';
import { closest } from '#dist/base/closest.js';
import { environmentName, flagName, settingKeys } from '#dist/project/config/settings.js';
import { textKeys } from '#dist/project/config/text-layer.js';

const flags = textKeys.map(flagName);

test.each([
  ['--port', ['--ports-gateway', '--ports-stacks', '--ports-bitcoin']],
  ['--gateway-port', ['--ports-gateway']],
  ['--gateway', ['--ports-gateway']],
  ['--portgateway', ['--ports-gateway']],
  ['--rpc-user', ['--bitcoin-rpc-user']],
  ['--mnemonic', ['--accounts-mnemonic']],
  ['--amount', ['--faucet-btc-amount', '--faucet-stx-amount', '--faucet-sbtc-amount']],
  ['--event-observers', ['--event-observer']],
  ['--control-origins', ['--control-origin']],
  ['--bitcoin-rpc-pass', ['--bitcoin-rpc-password']],
  ['--eopch', ['--epoch']],
  ['--frobnicate', []],
  // One letter from `node`, but not near a name of three words.
  ['--nope', []],
])('default: the flags for %s', (flag, expected) => {
  expect(closest(flag, flags)).toEqual(expected);
});

test('default: keys and variables', () => {
  expect(closest('gatewayPort', settingKeys)).toEqual(['ports.gateway']);
  expect(closest('pox.rewardLenght', settingKeys)).toEqual(['pox.rewardLength']);
  expect(closest('DEVNET_PORT_GATEWAY', textKeys.map(environmentName))).toEqual(['DEVNET_PORTS_GATEWAY']);
});

test('behavior: every name is closest to itself, and found with one letter missing', () => {
  for (const flag of flags) {
    expect(closest(flag, flags)).toEqual([flag]);
    const shorter = flag.slice(0, -1);
    expect(closest(shorter, flags)).toContain(flags.includes(shorter) ? shorter : flag);
  }
});

test('behavior: an empty list has no suggestion', () => {
  expect(closest('--port', [])).toEqual([]);
});
