import { type Case, calls } from './case.js';
import { ANY } from './chain-cases.js';

/** Bans, connections, orphans and the scheduler, at a mocked time. */
export function banCases(time: number): Case[] {
  const addresses = ['1.2.3.4', '1.2.3.4/24', '1.2.3.0/24', '5.6.7.8/32', '2001:470::/32', 'fd00::1', 'a.onion', '0.0.0.0', '2001:db8::1'];
  return [
    ...calls('setban', [
      ...[...addresses, '1.2.3.4/33', '1.2.3.4/x', '1.2.3', 'nope', ''].map((address) => [address, 'add']),
      ['10.0.0.1', 'add', 60],
      ['10.0.0.2', 'add', time + 60, true],
      ['10.0.0.3', 'add', time - 60, true],
      ['10.0.0.4', 'add', -1],
      ['10.0.0.1', 'add'],
      ['10.0.0.9', 'remove'],
      ['5.6.7.8', 'remove'],
      ['1.2.3.4', 'nope'],
      ['1.2.3.4'],
      [],
      ...ANY.map((value) => [value, 'add']),
      ...ANY.map((value) => ['10.1.0.1', value]),
      ...ANY.map((value) => ['10.1.0.1', 'remove', value]),
      ...ANY.map((value) => ['10.1.0.1', 'remove', 0, value]),
    ]),
    ...calls('listbanned', [[], [1]]),
    ...calls('setmocktime', [[time + 61]]),
    ...calls('listbanned', [[]]),
    ...calls('clearbanned', [[1], []]),
    ...calls('listbanned', [[]]),
    ...calls('setmocktime', [[time]]),
    ...calls('disconnectnode', [[], ['127.0.0.1:1'], ['nope'], ['', 5], ['', -1], ['127.0.0.1:1', 5], ...ANY.map((value) => [value])]),
    ...calls('disconnectnode', [...ANY.map((value) => ['', value]), { nodeid: 7 }, { address: '127.0.0.1:1' }]),
    ...calls('addconnection', [
      [],
      ['127.0.0.1:1'],
      ['127.0.0.1:1', 'nope'],
      ['127.0.0.1:1', 'nope', false],
      [1, 'outbound-full-relay', false],
    ]),
    ...calls('getorphantxs', [[], ...ANY.map((value) => [value]), [2], [3], [0, 1]]),
    ...calls('mockscheduler', [[], [0], [-1], [3_601], ['x'], [1.5], [1, 1]]),
  ];
}
