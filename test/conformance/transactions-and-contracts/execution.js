/** Calls that succeed, fail and panic; traits; contracts that call contracts; tokens at their limits. */
export async function execution(kit) {
  const { tx, accounts, chain, call, send, RECIPIENT } = kit;
  const { deployer, wallet1 } = accounts;
  const { Cl } = tx;
  const at = (name) => `${deployer.address}.${name}`;
  const contract = (name) => Cl.contractPrincipal(deployer.address, name);
  const run = (name, fn, args, options) => () => call(deployer, at(name), fn, args, options);

  const everyType = (changes = {}) =>
    Object.values({
      a: Cl.int(-1),
      b: Cl.uint(1),
      c: Cl.bool(true),
      d: contract('shapes'),
      e: Cl.bufferFromHex('0102'),
      f: Cl.stringAscii('abc'),
      g: Cl.stringUtf8('é🚀'),
      h: Cl.some(Cl.int(5)),
      i: Cl.error(Cl.bool(false)),
      j: Cl.list([Cl.list([Cl.uint(1)]), Cl.list([])]),
      k: Cl.tuple({ y: Cl.tuple({ z: Cl.bool(true) }), x: Cl.int(2) }),
      ...changes,
    });
  // the node sorts the keys of a tuple, so the stored transaction has another id than these bytes
  const unsorted = async () => {
    const t = await call(deployer, at('shapes'), 'every-type', everyType());
    const sorted = `0c000000020178${Cl.serialize(Cl.int(2))}0179${Cl.serialize(Cl.tuple({ z: Cl.bool(true) }))}`;
    const swapped = `0c000000020179${Cl.serialize(Cl.tuple({ z: Cl.bool(true) }))}0178${Cl.serialize(Cl.int(2))}`;
    const bytes = kit.hex(t).replace(sorted, swapped);
    return { auth: t.auth, txid: () => t.txid(), serialize: () => bytes };
  };
  await chain(deployer, [
    ['call-every-type', run('shapes', 'every-type', everyType())],
    ['call-set-vars', run('shapes', 'set-vars')],
    ['call-nothing', run('shapes', 'nothing')],
    ['call-set-map', run('shapes', 'set-map', [Cl.uint(3), Cl.some(Cl.stringAscii('third'))])],
    ['call-set-map-none', run('shapes', 'set-map', [Cl.uint(4), Cl.none()])],
    ['call-insert-map', run('shapes', 'insert-map', [Cl.uint(5)])],
    ['call-insert-map-again', run('shapes', 'insert-map', [Cl.uint(5)])],
    ['call-delete-map', run('shapes', 'delete-map', [Cl.uint(5)])],
    ['call-delete-map-again', run('shapes', 'delete-map', [Cl.uint(5)])],
    ['call-trait', run('shapes', 'with-trait', [contract('shower'), Cl.uint(1)])],
    ['call-trait-error', run('shapes', 'with-trait', [contract('shower'), Cl.uint(10)])],
    ['call-trait-quiet', run('shapes', 'with-trait', [contract('quiet-shower'), Cl.uint(1)])],
    ['call-optional-trait', run('shapes', 'with-optional-trait', [Cl.some(contract('shower'))])],
    ['call-optional-trait-none', run('shapes', 'with-optional-trait', [Cl.none()])],
    ['call-use-trait', run('use-trait', 'f', [contract('quiet-shower')])],
    ['call-list-of-traits', run('shapes', 'traits', [Cl.list([contract('shower'), contract('quiet-shower')])])],
    ['call-unsorted-tuple', unsorted],
  ]);
  const refuse = async (name, fn, args, compare = 'exact', target = 'shapes') =>
    send(name, compare, await call(deployer, at(target), fn, args));
  await refuse('refuse-trait-half', 'with-trait', [contract('half-shower'), Cl.uint(1)]);
  await refuse('refuse-trait-none', 'with-trait', [contract('inner'), Cl.uint(1)]);
  await refuse('refuse-trait-missing-contract', 'with-trait', [contract('nowhere'), Cl.uint(1)]);
  await refuse('refuse-trait-standard-principal', 'with-trait', [Cl.standardPrincipal(deployer.address), Cl.uint(1)]);
  await refuse('refuse-buffer-too-long', 'every-type', everyType({ e: Cl.bufferFromHex('00'.repeat(11)) }));
  await refuse('refuse-ascii-too-long', 'every-type', everyType({ f: Cl.stringAscii('abcd') }));
  await refuse('refuse-utf8-too-long', 'every-type', everyType({ g: Cl.stringUtf8('éééée') }));
  await refuse('refuse-ascii-for-utf8', 'every-type', everyType({ g: Cl.stringAscii('abc') }));
  await refuse('refuse-list-too-long', 'every-type', everyType({ j: Cl.list([Cl.list([]), Cl.list([]), Cl.list([])]) }));
  await refuse('refuse-list-of-int', 'every-type', everyType({ j: Cl.list([Cl.list([Cl.int(1)])]) }));
  await refuse('refuse-tuple-missing-key', 'every-type', everyType({ k: Cl.tuple({ x: Cl.int(1) }) }));
  await refuse(
    'refuse-tuple-extra-key',
    'every-type',
    everyType({ k: Cl.tuple({ x: Cl.int(1), y: Cl.tuple({ z: Cl.bool(true) }), q: Cl.int(1) }) }),
  );
  await refuse('refuse-response-wrong-side', 'every-type', everyType({ i: Cl.ok(Cl.bool(true)) }));
  await refuse('refuse-option-wrong', 'every-type', everyType({ h: Cl.some(Cl.uint(1)) }));
  await refuse('refuse-not-optional', 'every-type', everyType({ h: Cl.int(1) }));
  await refuse('refuse-too-few', 'every-type', everyType().slice(0, 5));
  await refuse('refuse-too-many', 'nothing', [Cl.uint(1)]);
  await refuse('refuse-private', 'hidden', [Cl.uint(1)]);
  await refuse('refuse-read-only', 'ro-int', []);
  await refuse('refuse-map-name', 'by-int', []);
  await refuse('refuse-failed-contract', 'f', [], 'exact', 'panicking');
  await send('refuse-mainnet-contract', 'exact', await call(deployer, 'SP000000000000000000002Q6VF78.pox-4', 'f'));

  await chain(deployer, [
    ['call-swallow', run('outer', 'swallow')],
    ['call-pass-on', run('outer', 'pass-on')],
    ['call-inner-crash', run('outer', 'crash')],
    ['call-matched', run('outer', 'matched')],
    ['call-twice', run('outer', 'twice')],
    ['call-pay-rolled-back', run('outer', 'pay-rolled-back', [Cl.principal(RECIPIENT)], { postConditionMode: 'deny' })],
    ['call-who', run('outer', 'who')],
    ['call-who-as-contract', run('outer', 'who-as-contract')],
    ['call-prints', run('prints', 'all')],
    ['call-prints-lost', run('prints', 'then-fail')],
    ['call-prints-none', run('prints', 'nothing-printed')],
    ['call-prints-long', run('prints', 'long', [Cl.buffer(new Uint8Array(1024).fill(7))])],
  ]);
  const panics = [
    'unwrap-none',
    'unwrap-err',
    'unwrap-err-of-ok',
    'unwrapped',
    'tried',
    'underflow',
    'overflow',
    'overflow-int',
    'divide',
    'modulo',
    'power',
    'power-negative',
    'root',
    'logarithm',
    'to-unsigned',
    'to-signed',
    'element',
    'element-panics',
    'sliced',
    'too-long',
    'appended',
    'replaced',
  ];
  await chain(
    deployer,
    panics.map((fn) => [`panic-${fn}`, run('panics', fn)]),
  );
  const more = [
    'not-text',
    'same-principal',
    'not-mine',
    'too-much',
    'zero',
    'burn-zero',
    'burn-not-mine',
    'bad-signature',
    'from-bytes',
    'bad-principal',
    'bit',
  ];
  await chain(deployer, [
    ...more.map((fn) => [`panic-${fn}`, run('panics', fn)]),
    ['panic-asserted', run('panics', 'asserted', [Cl.uint(2)])],
    ['panic-asserted-held', run('panics', 'asserted', [Cl.uint(1)])],
    ['panic-shadow-free', run('panics', 'shadow-free', [Cl.uint(1)])],
  ]);

  const me = Cl.principal(deployer.address);
  const other = Cl.principal(wallet1.address);
  await chain(deployer, [
    ['mint-capped', run('tokens', 'mint-capped', [Cl.uint(60), me])],
    ['mint-capped-over', run('tokens', 'mint-capped', [Cl.uint(41), me])],
    ['mint-capped-to-limit', run('tokens', 'mint-capped', [Cl.uint(40), other])],
    ['mint-zero', run('tokens', 'mint-free', [Cl.uint(0), me])],
    ['mint-free', run('tokens', 'mint-free', [Cl.uint(1_000_000), me])],
    ['send-free', run('tokens', 'send-free', [Cl.uint(10), me, other])],
    ['send-free-zero', run('tokens', 'send-free', [Cl.uint(0), me, other])],
    ['send-free-to-self', run('tokens', 'send-free', [Cl.uint(1), me, me])],
    ['send-free-too-much', run('tokens', 'send-free', [Cl.uint(9_999_999), me, other])],
    ['send-free-of-other', run('tokens', 'send-free', [Cl.uint(4), other, me])],
    ['burn-free', run('tokens', 'burn-free', [Cl.uint(5), me])],
    ['burn-free-too-much', run('tokens', 'burn-free', [Cl.uint(9_999_999), me])],
    ['burn-free-zero', run('tokens', 'burn-free', [Cl.uint(0), me])],
    ['burn-capped', run('tokens', 'burn-capped', [Cl.uint(60), me])],
    ['mint-ticket', run('tokens', 'mint-ticket', [Cl.uint(1), me])],
    ['mint-ticket-again', run('tokens', 'mint-ticket', [Cl.uint(1), other])],
    ['mint-ticket-for-contract', run('tokens', 'mint-ticket', [Cl.uint(2), contract('tokens')])],
    ['send-ticket-not-owner', run('tokens', 'send-ticket', [Cl.uint(2), me, other])],
    ['send-ticket-missing', run('tokens', 'send-ticket', [Cl.uint(9), me, other])],
    ['send-ticket-to-self', run('tokens', 'send-ticket', [Cl.uint(1), me, me])],
    ['send-ticket', run('tokens', 'send-ticket', [Cl.uint(1), me, other])],
    ['burn-ticket-not-owner', run('tokens', 'burn-ticket', [Cl.uint(1), me])],
  ]);
  await chain(deployer, [
    ['burn-ticket', run('tokens', 'burn-ticket', [Cl.uint(1), other])],
    ['burn-ticket-missing', run('tokens', 'burn-ticket', [Cl.uint(1), other])],
    ['mint-deed', run('tokens', 'mint-deed', [Cl.uint(7), Cl.stringAscii('Zug'), me])],
    ['send-deed', run('tokens', 'send-deed', [Cl.uint(7), Cl.stringAscii('Zug'), contract('tokens')])],
    ['pay-memo', run('tokens', 'pay-memo', [Cl.uint(3), other, Cl.bufferFromHex('c0ffee')])],
    ['pay-contract', run('tokens', 'pay', [Cl.uint(5_000), contract('tokens')])],
    ['pay-from-other', run('tokens', 'pay-from', [Cl.uint(1), other, me])],
    ['burn-stx', run('tokens', 'burn-stx', [Cl.uint(11)])],
    ['burn-stx-of-other', run('tokens', 'burn-stx-of', [Cl.uint(11), other])],
    ['there-and-back', run('tokens', 'there-and-back', [Cl.uint(100)])],
    ['pay-out', run('tokens', 'pay-out', [Cl.uint(100), other])],
    ['pay-out-too-much', run('tokens', 'pay-out', [Cl.uint(99_999_999), other])],
    ['pay-out-unlisted', run('tokens', 'pay-out-unlisted', [Cl.uint(100), other])],
    ['guarded-within', run('tokens', 'guarded', [Cl.uint(10), other])],
    ['guarded-beyond', run('tokens', 'guarded', [Cl.uint(11), other])],
  ]);
}
