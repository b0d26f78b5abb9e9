import { Pox4SignatureTopic, poxAddressToTuple, signPox4SignatureHash } from '@stacks/stacking';

const CYCLE = 6;
const HEIGHT = 125;
const POX_ADDRESS = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';

/** Locks, refusals and delegation in pox-4. All amounts stay below what a reward slot costs unless noted. */
export async function stacking(kit) {
  const { tx, accounts, chain, call, transfer, post, get, network, RECIPIENT } = kit;
  const { wallet1, wallet2, wallet4, wallet5, wallet6, wallet8 } = accounts;
  const { Cl } = tx;
  const pox = 'ST000000000000000000002AMW42H.pox-4';
  const address = poxAddressToTuple(POX_ADDRESS);
  const maxAmount = 10n ** 15n;
  const signed = (topic, period, authId, { cycle = CYCLE, key = wallet5.key } = {}) => [
    Cl.some(
      Cl.bufferFromHex(
        signPox4SignatureHash({ topic, poxAddress: POX_ADDRESS, rewardCycle: cycle, period, network, privateKey: key, maxAmount, authId }),
      ),
    ),
    Cl.bufferFromHex(tx.privateKeyToPublic(wallet5.key)),
    Cl.uint(maxAmount),
    Cl.uint(authId),
  ];
  const read = (name, fn, args = [], compare = 'exact') =>
    post(`pox-${name}`, compare, `/v2/contracts/call-read/${pox.replace('.', '/')}/${fn}`, {
      sender: wallet5.address,
      arguments: args.map((value) => `0x${Cl.serialize(value)}`),
    });
  const who = (account) => Cl.principal(account.address);
  const amount = 95_000_000_000_000n;
  const stack = (n, period, authId, options) => [
    Cl.uint(n),
    address,
    Cl.uint(HEIGHT),
    Cl.uint(period),
    ...signed(Pox4SignatureTopic.StackStx, period, authId, options),
  ];

  await read('stacker-before', 'get-stacker-info', [who(wallet5)]);
  await read('delegation-before', 'get-delegation-info', [who(wallet6)]);
  await read('check-caller', 'check-caller-allowed');
  await read('cycle-of-height', 'burn-height-to-reward-cycle', [Cl.uint(245)]);
  await read('height-of-cycle', 'reward-cycle-to-burn-height', [Cl.uint(8)]);
  await read('valid-address-version', 'check-pox-addr-version', [Cl.bufferFromHex('07')]);
  await read('valid-lock-period', 'check-pox-lock-period', [Cl.uint(13)]);
  await read('can-stack', 'can-stack-stx', [address, Cl.uint(amount), Cl.uint(CYCLE), Cl.uint(2)]);
  await read('minimal-can-stack-too-little', 'minimal-can-stack-stx', [address, Cl.uint(0), Cl.uint(CYCLE), Cl.uint(2)]);
  await get('pox-constant-missing', 'exact', '/v2/constant_val/ST000000000000000000002AMW42H/pox-4/NOPE');
  await get('pox-constant', 'exact', '/v2/constant_val/ST000000000000000000002AMW42H/pox-4/MAX_POX_REWARD_CYCLES');
  await get('pox-variable', 'exact', '/v2/data_var/ST000000000000000000002AMW42H/pox-4/pox-reward-cycle-length?proof=0');

  await chain(wallet5, [
    ['stack-zero', () => call(wallet5, pox, 'stack-stx', stack(0n, 2, 1))],
    ['stack-too-little', () => call(wallet5, pox, 'stack-stx', stack(1_000n, 2, 2))],
    ['stack-too-much', () => call(wallet5, pox, 'stack-stx', stack(999_000_000_000_000n, 2, 3))],
    ['stack-period-13', () => call(wallet5, pox, 'stack-stx', stack(amount, 13, 4))],
    ['stack-signature-of-other-cycle', () => call(wallet5, pox, 'stack-stx', stack(amount, 2, 5, { cycle: 9 }))],
    ['stack-signature-of-other-key', () => call(wallet5, pox, 'stack-stx', stack(amount, 2, 6, { key: wallet6.key }))],
    [
      'stack-start-too-early',
      () => call(wallet5, pox, 'stack-stx', [Cl.uint(amount), address, Cl.uint(1), Cl.uint(2), ...signed('stack-stx', 2, 7)]),
    ],
    [
      'stack-without-signature',
      () => call(wallet5, pox, 'stack-stx', [...stack(amount, 2, 8).slice(0, 4), Cl.none(), ...signed('stack-stx', 2, 8).slice(1)]),
    ],
    ['stack', () => call(wallet5, pox, 'stack-stx', stack(amount, 2, 9), { postConditionMode: 'deny' })],
    ['stack-again', () => call(wallet5, pox, 'stack-stx', stack(1_000_000_000_000n, 2, 10))],
    ['stack-signature-used', () => call(wallet5, pox, 'stack-extend', [Cl.uint(1), address, ...signed('stack-stx', 2, 9)])],
    ['stack-extend', () => call(wallet5, pox, 'stack-extend', [Cl.uint(3), address, ...signed('stack-extend', 3, 11)])],
    ['stack-increase', () => call(wallet5, pox, 'stack-increase', [Cl.uint(1_000_000_000_000n), ...signed('stack-increase', 5, 12)])],
    [
      'stack-increase-too-much',
      () => call(wallet5, pox, 'stack-increase', [Cl.uint(9_000_000_000_000_000n), ...signed('stack-increase', 5, 13)]),
    ],
    [
      'pay-beyond-lock',
      () => call(wallet5, `${accounts.deployer.address}.tokens`, 'pay', [Cl.uint(10_000_000_000_000n), Cl.principal(RECIPIENT)]),
    ],
    ['pay-within-lock', () => call(wallet5, `${accounts.deployer.address}.tokens`, 'pay', [Cl.uint(10n), Cl.principal(RECIPIENT)])],
    ['burn-beyond-lock', () => call(wallet5, `${accounts.deployer.address}.tokens`, 'burn-stx', [Cl.uint(10_000_000_000_000n)])],
  ]);
  await kit.send('transfer-beyond-lock', 'exact', await transfer(wallet5, RECIPIENT, 10_000_000_000_000n));
  await get('account-locked', 'exact', `/v2/accounts/${wallet5.address}?proof=0`);
  // the index of a slot depends on the other stackers of the chain
  await read('stacker', 'get-stacker-info', [who(wallet5)], 'clarity');
  await post('account-in-contract', 'exact', `/v2/contracts/call-read/${accounts.deployer.address}/shapes/ro-account`, {
    sender: wallet5.address,
    arguments: [`0x${Cl.serialize(who(wallet5))}`],
  });
  await read('signer-key-authorization', 'get-signer-key-max-amount', []);

  // wallet_8 delegates to wallet_4 and takes it back
  const delegate = (n, to = wallet4, until = Cl.none(), at = Cl.none()) => [Cl.uint(n), who(to), until, at];
  await chain(
    wallet8,
    [
      [
        'delegate-allow-caller',
        () => call(wallet8, pox, 'allow-contract-caller', [Cl.contractPrincipal(wallet1.address, 'pool'), Cl.none()]),
      ],
      ['delegate-disallow-caller', () => call(wallet8, pox, 'disallow-contract-caller', [Cl.contractPrincipal(wallet1.address, 'pool')])],
      ['revoke-nothing', () => call(wallet8, pox, 'revoke-delegate-stx')],
      ['delegate', () => call(wallet8, pox, 'delegate-stx', delegate(50_000_000_000_000n), { postConditionMode: 'deny' })],
      ['delegate-again', () => call(wallet8, pox, 'delegate-stx', delegate(1n))],
      ['delegate-revoke', () => call(wallet8, pox, 'revoke-delegate-stx')],
      [
        'delegate-to-address',
        () => call(wallet8, pox, 'delegate-stx', delegate(60_000_000_000_000n, wallet4, Cl.some(Cl.uint(1_000)), Cl.some(address))),
      ],
    ].map(([name, build]) => [name, build]),
  );
  await read('delegation', 'get-delegation-info', [who(wallet8)]);
  await chain(wallet4, [
    [
      'delegate-stack-too-much',
      () => call(wallet4, pox, 'delegate-stack-stx', [who(wallet8), Cl.uint(70_000_000_000_000n), address, Cl.uint(HEIGHT), Cl.uint(2)]),
    ],
    [
      'delegate-stack-not-delegated',
      () => call(wallet4, pox, 'delegate-stack-stx', [who(wallet2), Cl.uint(1_000n), address, Cl.uint(HEIGHT), Cl.uint(2)]),
    ],
    [
      'delegate-stack',
      () => call(wallet4, pox, 'delegate-stack-stx', [who(wallet8), Cl.uint(40_000_000_000_000n), address, Cl.uint(HEIGHT), Cl.uint(2)]),
    ],
    ['delegate-stack-increase', () => call(wallet4, pox, 'delegate-stack-increase', [who(wallet8), address, Cl.uint(5_000_000_000_000n)])],
    ['delegate-stack-extend', () => call(wallet4, pox, 'delegate-stack-extend', [who(wallet8), address, Cl.uint(1)])],
    [
      'aggregate-commit',
      () =>
        call(wallet4, pox, 'stack-aggregation-commit', [address, Cl.uint(CYCLE + 1), ...signed('agg-commit', 1, 20, { cycle: CYCLE + 1 })]),
    ],
    [
      'aggregate-commit-nothing',
      () =>
        call(wallet4, pox, 'stack-aggregation-commit', [address, Cl.uint(CYCLE + 5), ...signed('agg-commit', 1, 21, { cycle: CYCLE + 5 })]),
    ],
  ]);
  await get('account-delegated', 'exact', `/v2/accounts/${wallet8.address}?proof=0`);
  await read('delegated-stacker', 'get-stacker-info', [who(wallet8)]);
  await read('partial', 'get-partial-stacked-by-cycle', [address, Cl.uint(CYCLE + 1), who(wallet4)]);
  await read('partial-next', 'get-partial-stacked-by-cycle', [address, Cl.uint(CYCLE + 2), who(wallet4)]);
  const map = (name, mapName, key) =>
    post(`pox-map-${name}`, 'exact', `/v2/map_entry/${pox.replace('.', '/')}/${mapName}?proof=0`, JSON.stringify(`0x${Cl.serialize(key)}`));
  await map('stacking-state', 'stacking-state', Cl.tuple({ stacker: who(wallet8) }));
  await map('delegation-state', 'delegation-state', Cl.tuple({ stacker: who(wallet8) }));
  await map('none', 'stacking-state', Cl.tuple({ stacker: who(wallet2) }));
}
