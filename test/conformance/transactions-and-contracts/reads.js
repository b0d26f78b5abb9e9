/** Read-only calls, maps, variables, constants, traits, sources: good and bad parameters. */
export async function reads(kit) {
  const { tx, accounts, ask, get, post, json } = kit;
  const { deployer, wallet1 } = accounts;
  const { Cl } = tx;
  const base = `${deployer.address}/shapes`;
  const hexOf = (value) => `0x${Cl.serialize(value)}`;
  const read = (name, fn, args = [], { compare = 'exact', contract = base, body = {}, query = '' } = {}) =>
    post(`ro-${name}`, compare, `/v2/contracts/call-read/${contract}/${fn}${query}`, {
      sender: wallet1.address,
      arguments: args.map((a) => (typeof a === 'string' ? a : hexOf(a))),
      ...body,
    });
  const me = Cl.principal(deployer.address);
  const contract = (name) => Cl.contractPrincipal(deployer.address, name);

  await read('int', 'ro-int');
  await read('add', 'ro-add', [Cl.int(2), Cl.int(-3)]);
  await read('add-overflow', 'ro-add', [Cl.int(170141183460469231731687303715884105727n), Cl.int(1)]);
  await read('buff', 'ro-buff', [Cl.bufferFromHex('0102')]);
  await read('buff-too-long', 'ro-buff', [Cl.bufferFromHex('0102030405')]);
  await read('ascii', 'ro-ascii', [Cl.stringAscii('hey')]);
  await read('utf8', 'ro-utf8', [Cl.stringUtf8('é漢🚀')]);
  await read('principal', 'ro-principal', [me]);
  await read('principal-contract', 'ro-principal', [contract('shapes')]);
  await read('principal-mainnet', 'ro-principal', [Cl.principal('SP000000000000000000002Q6VF78')]);
  await read('list', 'ro-list', [Cl.list([Cl.int(1), Cl.int(2), Cl.int(3)])]);
  await read('list-empty', 'ro-list', [Cl.list([])]);
  await read('list-too-long', 'ro-list', [Cl.list([1, 2, 3, 4, 5].map((n) => Cl.int(n)))]);
  await read('option', 'ro-option', [Cl.none()]);
  await read('option-some', 'ro-option', [Cl.some(Cl.uint(3))]);
  await read('option-wrong', 'ro-option', [Cl.some(Cl.int(3))]);
  await read('response-ok', 'ro-response', [Cl.ok(Cl.uint(1))]);
  await read('response-err', 'ro-response', [Cl.error(Cl.uint(2))]);
  await read('sender', 'ro-sender');
  await read('sender-contract', 'ro-sender', [], { body: { sender: `${deployer.address}.shapes` } });
  await read('sender-sponsor', 'ro-sender', [], { body: { sponsor: deployer.address } });
  await read('sender-sponsor-null', 'ro-sender', [], { body: { sponsor: null } });
  await read('sender-sponsor-bad', 'ro-sender', [], { body: { sponsor: 'x' } });
  await read('sender-mainnet', 'ro-sender', [], { body: { sender: 'SP000000000000000000002Q6VF78' } });
  await read('sender-number', 'ro-sender', [], { body: { sender: 5 } });
  await read('sender-missing', 'ro-sender', [], { body: { sender: undefined } });
  await read('sender-bad-checksum', 'ro-sender', [], { body: { sender: `${deployer.address.slice(0, -1)}A` } });
  await read('sender-empty', 'ro-sender', [], { body: { sender: '' } });
  await read('sender-contract-bad', 'ro-sender', [], { body: { sender: `${deployer.address}.1x` } });
  await read('arguments-missing', 'ro-sender', [], { body: { arguments: undefined } });
  await read('arguments-text', 'ro-sender', [], { body: { arguments: 'x' } });
  await read('arguments-numbers', 'ro-sender', [], { body: { arguments: [1] } });
  await read('extra-key', 'ro-int', [], { body: { other: 1 } });
  await read('map', 'ro-map', [Cl.uint(1), me]);
  await read('map-none', 'ro-map', [Cl.uint(77), me]);
  await read('panic', 'ro-panic');
  await read('divide', 'ro-divide', [Cl.uint(0)]);
  await read('divide-well', 'ro-divide', [Cl.uint(3)]);
  await read('assert', 'ro-assert', [Cl.uint(1)]);
  await read('assert-held', 'ro-assert', [Cl.uint(9)]);
  await read('trait', 'ro-trait', [contract('shower')]);
  await read('trait-wrong', 'ro-trait', [contract('inner')]);
  await read('balance', 'ro-balance', [contract('tokens')]);
  await read('account', 'ro-account', [contract('shapes')]);
  await read('hashes', 'ro-hashes', [Cl.bufferFromHex('00ff')]);
  await read('too-many-reads', 'ro-reads');
  await read('too-many-reads-by-far', 'ro-many');
  await read('too-much-work', 'ro-work', [], { compare: 'okay' });
  await read('question-mark', 'is-odd%3F', [Cl.uint(3)]);
  await read('question-mark-bare', 'is-odd?', [Cl.uint(3)]);
  await read('private', 'hidden', [Cl.uint(1)]);
  await read('public-that-writes', 'set-vars');
  await read('public-that-only-answers', 'nothing');
  await read('public-that-writes-map', 'delete-map', [Cl.uint(1)]);
  await read('public-with-trait', 'with-trait', [contract('shower'), Cl.uint(1)]);
  await read('public-that-pays', 'pay', [Cl.uint(1), me], { contract: `${deployer.address}/tokens` });
  await read('public-that-mints', 'mint-free', [Cl.uint(1), me], { contract: `${deployer.address}/tokens` });
  await read('nested', 'inner-n', [], { contract: `${deployer.address}/outer` });
  await read('calls', 'get-calls', [], { contract: `${deployer.address}/outer` });
  await read('nested-30', 'f', [], { contract: `${deployer.address}/nested-30` });
  await read('nested-100', 'f', [], { contract: `${deployer.address}/nested-100` });
  await read('panics-n', 'get-n', [], { contract: `${deployer.address}/panics` });
  await read('supplies', 'supplies', [], { contract: `${deployer.address}/tokens` });
  await read('balances', 'balances', [me], { contract: `${deployer.address}/tokens` });
  await read('owner', 'owner', [Cl.uint(10)], { contract: `${deployer.address}/tokens` });
  await read('owner-none', 'owner', [Cl.uint(999)], { contract: `${deployer.address}/tokens` });
  await read('deed-owner', 'deed-owner', [Cl.uint(7), Cl.stringAscii('Zug')], { contract: `${deployer.address}/tokens` });
  await read('too-few', 'ro-add', [Cl.int(1)]);
  await read('too-many', 'ro-int', [Cl.int(1)]);
  await read('wrong-type', 'ro-add', [Cl.uint(1), Cl.int(1)]);
  await read('argument-empty', 'ro-int', ['']);
  await read('argument-0x', 'ro-int', ['0x']);
  await read('argument-without-0x', 'ro-add', [Cl.serialize(Cl.int(1)), Cl.serialize(Cl.int(2))]);
  await read('argument-odd', 'ro-divide', ['0x010']);
  await read('argument-cut', 'ro-divide', ['0x0100']);
  await read('argument-trailing', 'ro-divide', [`${hexOf(Cl.uint(5))}00`]);
  await read('argument-unknown-prefix', 'ro-divide', ['0xff']);
  await read('argument-bad-ascii', 'ro-ascii', ['0x0d0000000180']);
  await read('argument-bad-utf8', 'ro-utf8', ['0x0e00000001ff']);
  await read('argument-list-mixed', 'ro-list', [`0x0b00000002${Cl.serialize(Cl.int(1))}${Cl.serialize(Cl.uint(1))}`]);
  await read('unknown-function', 'nope');
  await read('unknown-contract', 'f', [], { contract: `${deployer.address}/nope` });
  await read('variable-as-function', 'v-int');
  await read('function-name-odd', 'a$b');
  await read('tip-latest', 'ro-int', [], { query: '?tip=latest' });
  await read('tip-unknown', 'ro-int', [], { query: `?tip=${'12'.repeat(32)}` });
  await read('tip-garbage', 'ro-int', [], { query: '?tip=xyz' });
  await get('ro-get', 'exact', `/v2/contracts/call-read/${base}/ro-int`);
  await post('ro-text', 'exact', `/v2/contracts/call-read/${base}/ro-int`, '{"sender":"x","arguments":[]}', {
    'content-type': 'text/plain',
  });
  await post('ro-broken-json', 'exact', `/v2/contracts/call-read/${base}/ro-int`, '{');
  await read('boot-contract', 'get-total-pox-rejection', [Cl.uint(1)], { contract: 'ST000000000000000000002AMW42H/pox' });
  await post('fast-call-read-unauthorized', 'exact', `/v3/contracts/fast-call-read/${base}/ro-int`, {
    sender: wallet1.address,
    arguments: [],
  });

  const entry = (name, map, key, { query = '?proof=0', contract: where = base, body } = {}) =>
    post(`map-${name}`, 'exact', `/v2/map_entry/${where}/${map}${query}`, body ?? JSON.stringify(hexOf(key)));
  await entry('tuple', 'by-tuple', Cl.tuple({ owner: me, id: Cl.uint(1) }));
  await entry('tuple-contract', 'by-tuple', Cl.tuple({ id: Cl.uint(2), owner: contract('shapes') }));
  await entry('tuple-set', 'by-tuple', Cl.tuple({ id: Cl.uint(3), owner: me }));
  await entry('tuple-deleted', 'by-tuple', Cl.tuple({ id: Cl.uint(5), owner: me }));
  await entry('tuple-unsorted', 'by-tuple', null, {
    body: JSON.stringify(`0x0c00000002056f776e6572${Cl.serialize(me)}026964${Cl.serialize(Cl.uint(1))}`),
  });
  await entry('tuple-partial', 'by-tuple', Cl.tuple({ id: Cl.uint(1) }));
  await entry('buff', 'by-buff', Cl.bufferFromHex('01'));
  await entry('int', 'by-int', Cl.int(-1));
  await entry('int-wrong-type', 'by-int', Cl.uint(1));
  await entry('principal', 'by-principal', me);
  await entry('option-none', 'by-option', Cl.none());
  await entry('option-some', 'by-option', Cl.some(Cl.bool(true)));
  await entry('missing-contract', 'by-int', Cl.int(1), { contract: `${deployer.address}/nope` });
  await entry('variable-as-map', 'v-int', Cl.int(1));
  await entry('without-0x', 'by-int', null, { body: JSON.stringify(Cl.serialize(Cl.int(-1))) });
  await entry('object', 'by-int', null, { body: '{"key":"0x00"}' });
  await entry('not-hex', 'by-int', null, { body: '"0xzz"' });
  await entry('cut', 'by-int', null, { body: '"0x00ff"' });
  await entry('bare-hex', 'by-int', null, { body: hexOf(Cl.int(-1)) });
  await entry('proof', 'by-int', Cl.int(-1), { query: '?proof=garbage' });
  await ask('map-empty-body', 'exact', 'POST', `/v2/map_entry/${base}/by-int`, { headers: json, body: '' });
  await get('map-get', 'exact', `/v2/map_entry/${base}/by-int`);

  for (const name of [
    'int',
    'uint',
    'bool',
    'buff',
    'ascii',
    'utf8',
    'none',
    'some',
    'response',
    'list',
    'empty',
    'tuple',
    'principal',
    'contract',
  ]) {
    await get(`var-${name}`, 'exact', `/v2/data_var/${base}/v-${name}?proof=0`);
  }
  await get('var-missing', 'exact', `/v2/data_var/${base}/nope?proof=0`);
  await get('var-missing-contract', 'exact', `/v2/data_var/${deployer.address}/nope/v-int?proof=0`);
  await get('var-constant', 'exact', `/v2/data_var/${base}/C_INT?proof=0`);
  await get('var-map', 'exact', `/v2/data_var/${base}/by-int?proof=0`);
  await get('var-proof-garbage', 'exact', `/v2/data_var/${base}/v-int?proof=no`);
  await get('var-tip-unknown', 'exact', `/v2/data_var/${base}/v-int?proof=0&tip=${'12'.repeat(32)}`);
  await get('var-bad-address', 'exact', `/v2/data_var/ST000000000000000000000000000000000000/shapes/v-int?proof=0`);
  for (const name of [
    'INT',
    'UINT',
    'BOOL',
    'BUFF',
    'ASCII',
    'UTF8',
    'NONE',
    'SOME',
    'OK',
    'ERR',
    'LIST',
    'EMPTY',
    'TUPLE',
    'PRINCIPAL',
    'CONTRACT',
    'DEPLOYER',
    'COMPUTED',
  ]) {
    await get(`constant-${name}`, 'exact', `/v2/constant_val/${base}/C_${name}`);
  }
  await get('constant-missing', 'exact', `/v2/constant_val/${base}/NOPE`);
  await get('constant-variable', 'exact', `/v2/constant_val/${base}/v-int`);
  await get('constant-missing-contract', 'exact', `/v2/constant_val/${deployer.address}/nope/C_INT`);
  await get('constant-query', 'exact', `/v2/constant_val/${base}/C_INT?tip=latest&proof=1`);
  await get('constant-body', 'exact', '/v2/constant_val/ST000000000000000000002AMW42H/pox-4/ERR_STACKING_INSUFFICIENT_FUNDS');

  const trait = (name, contractName, { trait: t = 'shown', of = 'shapes', by = deployer.address } = {}) =>
    get(`trait-${name}`, 'exact', `/v2/traits/${by}/${contractName}/${deployer.address}/${of}/${t}`);
  await trait('implemented', 'shower');
  await trait('quiet', 'quiet-shower');
  await trait('half', 'half-shower');
  await trait('own', 'shapes');
  await trait('missing-contract', 'nope');
  await trait('missing-trait', 'shower', { t: 'nope', trait: 'nope' });
  await trait('missing-trait-contract', 'shower', { of: 'nope' });
  await trait('failed-contract', 'wrong-shower');
  await get('trait-short-path', 'exact', `/v2/traits/${deployer.address}/shower/${deployer.address}/shapes`);
  await get('trait-bad-address', 'exact', `/v2/traits/xyz/shower/${deployer.address}/shapes/shown`);

  await get('source-proof-0', 'source', `/v2/contracts/source/${deployer.address}/shower?proof=0`);
  await get('source-proof-garbage', 'shape', `/v2/contracts/source/${deployer.address}/shower?proof=true`);
  await get('source-proof-empty', 'shape', `/v2/contracts/source/${deployer.address}/shower?proof=`);
  await get('source-tip-unknown', 'exact', `/v2/contracts/source/${deployer.address}/shower?tip=${'12'.repeat(32)}`);
  await get('source-boot', 'source', '/v2/contracts/source/ST000000000000000000002AMW42H/lockup?proof=0');
  await get('interface-tip-unknown', 'exact', `/v2/contracts/interface/${deployer.address}/shower?tip=${'12'.repeat(32)}`);
  await get('interface-lower-case', 'exact', `/v2/contracts/interface/${deployer.address.toLowerCase()}/shower`);
  await get('interface-bad-checksum', 'exact', `/v2/contracts/interface/${deployer.address.slice(0, -1)}A/shower`);
  await get('interface-bad-name', 'exact', `/v2/contracts/interface/${deployer.address}/1shower`);
  await get('interface-trailing-slash', 'exact', `/v2/contracts/interface/${deployer.address}/shower/`);
  for (const boot of ['lockup', 'genesis']) {
    await get(`interface-boot-${boot}`, 'interface', `/v2/contracts/interface/ST000000000000000000002AMW42H/${boot}`);
  }
}
