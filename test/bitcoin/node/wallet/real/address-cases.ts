import { addChecksum } from '#dist/bitcoin/protocol/descriptor/checksum.js';
import { TRUE_ADDRESS } from '../../harness.js';
import { type Case, calls } from '../../rpc/real/case.js';
import { DESCRIPTORS, on, type World } from './world.js';

const KEY = '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f';
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';

/** Addresses, labels, descriptors, extended keys and signed messages. */
export function addressCases({ addresses }: World): Case[] {
  const own = Object.values(addresses);
  const [legacy, , bech32] = own;
  return [
    ...calls('getnewaddress', [
      [],
      ['x'],
      ['x', 'legacy'],
      ['x', 'p2sh-segwit'],
      ['x', 'bech32m'],
      ['x', 'nope'],
      ['*'],
      [1],
      ['', 'bech32', 1],
    ]),
    ...calls('getrawchangeaddress', [[], ['legacy'], ['p2sh-segwit'], ['bech32'], ['bech32m'], ['nope'], [1]]),
    ...calls('getaddressinfo', [...own.map((address) => [address]), [TRUE_ADDRESS], ['nope'], [''], []]),
    ...calls('setlabel', [[bech32, 'shop'], [TRUE_ADDRESS, 'theirs'], [bech32, '*'], ['nope', 'x'], [bech32]]),
    ...calls('getaddressesbylabel', [['shop'], ['theirs'], ['zz'], ['*'], []], 'unordered'),
    // Addresses of others have labels, too.
    ...calls(
      'listreceivedbyaddress',
      [
        [0, true],
        [0, true, true, TRUE_ADDRESS],
        [2_500_000_000, false, false, 'nope'],
      ],
      'unordered',
    ),
    ...calls('listreceivedbylabel', [[0, true]], 'unordered'),
    ...calls('getreceivedbylabel', [['theirs'], ['zz'], ['shop', 0]]),
    ...calls('listlabels', [[], ['send'], ['receive'], ['refund'], ['']]),
    ...calls('listdescriptors', [[], [false], [true], [1]]),
    ...calls('gethdkeys', [[], [{ active_only: true }], [{ private: true }], [{ nope: 1 }]]),
    ...calls('createwalletdescriptor', [
      ['bech32'],
      ['nope'],
      ['bech32m', { internal: true }],
      ['legacy', { hdkey: 'nope' }],
      ['bech32', { hdkey: 1 }],
      ['bech32', { internal: 'x' }],
    ]),
    ...calls('keypoolrefill', [[-1], ['x']]),
    ...calls('signmessage', [[legacy, 'hello'], [bech32, 'hello'], ['nope', 'x'], ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'x'], [legacy]]),
    ...calls('importdescriptors', [
      [[{ desc: `wpkh(${KEY})`, timestamp: 'now' }]],
      [[{ desc: addChecksum(`wpkh(${KEY})`), timestamp: 'now' }]],
      [[{ desc: addChecksum(`pkh(${WIF})`), timestamp: 'now', label: 'one' }]],
      [[{ desc: addChecksum(`pkh(${WIF})`), timestamp: 'now', active: true }]],
      [[{ desc: addChecksum(`pkh(${WIF})`), timestamp: 'now', range: [0, 1] }]],
      [[{ desc: addChecksum(`pkh(${WIF})`), timestamp: 'now', internal: true, label: 'x' }]],
      [[{ ...DESCRIPTORS[4], label: 'x' }]],
      [[{ ...DESCRIPTORS[4], active: false, label: 'x' }]],
      [[{ ...DESCRIPTORS[4], next_index: 99 }]],
      [[{ ...DESCRIPTORS[4], range: [5, 1] }]],
      [[{ desc: addChecksum(`wpkh(${KEY})`) }]],
      [[{ timestamp: 'now' }]],
      [[{ desc: 'nope', timestamp: 'x' }]],
      [[]],
      ['x'],
      [],
    ]),
  ].map((each) => on('w', each));
}
