/** The data of a real network's miners and signers differs from run to run. */
const CHUNK_MODES = { miners: 'shape' };

/** Every route with methods, bodies, content types and queries that it does not accept. */
export async function routes(kit) {
  const { accounts, ask, get, post, NODE } = kit;
  const { wallet1 } = accounts;
  const unknown = '12'.repeat(32);
  const hash = '12'.repeat(20);
  const key = `02${'12'.repeat(32)}`;
  const boot = 'ST000000000000000000002AMW42H';
  const fetched = async (path) => (await fetch(NODE + path)).json();
  const tenure = await fetched('/v3/tenures/info');

  const getters = {
    accounts: `/v2/accounts/${wallet1.address}?proof=0`,
    'v3-blocks': `/v3/blocks/${unknown}`,
    'v3-blocks-height': '/v3/blocks/height/99999999',
    constant: `/v2/constant_val/${boot}/nope/A`,
    interface: `/v2/contracts/interface/${boot}/nope`,
    source: `/v2/contracts/source/${boot}/nope`,
    variable: `/v2/data_var/${boot}/nope/v`,
    info: '/v2/info',
    pox: '/v2/pox',
    trait: `/v2/traits/${boot}/nope/${boot}/nope/nope`,
    neighbors: '/v2/neighbors',
    transfer: '/v2/fees/transfer',
    chunk: `/v2/stackerdb/${boot}/nope/0`,
    stackerdb: `/v2/stackerdb/${boot}/nope`,
    replicas: `/v2/stackerdb/${boot}/nope/replicas`,
    stackers: '/v3/stacker_set/9999',
    sortitions: '/v3/sortitions/burn_height/99999999',
    tenure: `/v3/tenures/${unknown}`,
    'tenure-info': '/v3/tenures/info',
    'tenure-tip': `/v3/tenures/tip/${hash}`,
    'tenure-tip-metadata': `/v3/tenures/tip_metadata/${hash}`,
    'tenure-blocks': `/v3/tenures/blocks/${hash}`,
    'tenure-blocks-hash': `/v3/tenures/blocks/hash/${unknown}`,
    'tenure-blocks-height': '/v3/tenures/blocks/height/99999999',
    'fork-info': `/v3/tenures/fork_info/${hash}/${hash}`,
    unconfirmed: `/v2/transactions/unconfirmed/${unknown}`,
    transaction: `/v3/transaction/${unknown}`,
    signer: `/v3/signer/${key}/9999`,
    health: '/v3/health',
  };
  const posters = {
    'call-read': `/v2/contracts/call-read/${boot}/nope/f`,
    'fast-call-read': `/v3/contracts/fast-call-read/${boot}/nope/f`,
    'map-entry': `/v2/map_entry/${boot}/nope/m`,
    fees: '/v2/fees/transaction',
    'mempool-query': '/v2/mempool/query',
    chunks: `/v2/stackerdb/${boot}/nope/chunks`,
    transactions: '/v2/transactions',
  };
  const live = new Set(['info', 'pox', 'neighbors', 'tenure-info', 'health']);
  const kind = (name) => (live.has(name) ? 'shape' : 'exact');
  const bad = (path) => path.replace(/[^/?]+(?=\?|$)/, '!!');
  for (const [name, path] of Object.entries(getters)) {
    await get(`get-${name}`, kind(name), path);
    for (const method of ['POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) await ask(`${method}-${name}`, 'exact', method, path);
    await get(`slash-${name}`, name === 'tenure-info' ? 'shape' : 'exact', path.replace(/(?=\?|$)/, '/'));
    await get(`bad-${name}`, 'exact', bad(path));
    await get(
      `query-${name}`,
      name === 'accounts' ? 'shape' : kind(name),
      `${path}${path.includes('?') ? '&' : '?'}tip=latest&proof=1&x=%20&&y`,
    );
    await get(`tip-${name}`, kind(name), `${path}${path.includes('?') ? '&' : '?'}tip=${tenure.tip_block_id}`);
    await get(`tip-unknown-${name}`, kind(name), `${path}${path.includes('?') ? '&' : '?'}tip=${unknown}`);
    await ask(`type-${name}`, kind(name), 'GET', path, { headers: { 'content-type': 'text/html' } });
    await ask(`json-type-${name}`, kind(name), 'GET', path, { headers: { 'content-type': 'application/json' } });
    await ask(`accept-${name}`, kind(name), 'GET', path, { headers: { accept: 'text/html' } });
  }
  const octets = { 'content-type': 'application/octet-stream' };
  for (const [name, path] of Object.entries(posters)) {
    for (const method of ['GET', 'PUT', 'HEAD', 'OPTIONS']) await ask(`${method}-${name}`, 'exact', method, path);
    await post(`empty-json-${name}`, 'exact', path, '{}');
    await post(`null-${name}`, 'exact', path, 'null');
    await post(`list-${name}`, 'exact', path, '[]');
    await post(`number-${name}`, 'exact', path, '5');
    await post(`text-body-${name}`, 'exact', path, '"00"');
    await post(`broken-${name}`, 'exact', path, '{');
    await post(`nothing-${name}`, 'exact', path, '');
    await post(`octets-${name}`, 'exact', path, new Uint8Array([0, 1, 2]), octets);
    await post(`no-octets-${name}`, 'exact', path, new Uint8Array(0), octets);
    await post(`plain-${name}`, 'exact', path, 'hello', { 'content-type': 'text/plain' });
    await post(`form-${name}`, 'exact', path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' });
    await ask(`untyped-${name}`, 'exact', 'POST', path, { body: new Uint8Array([0, 1, 2]) });
    await post(`slash-${name}`, 'exact', `${path}/`, '{}');
    await post(`bad-${name}`, 'exact', bad(path), '{}');
    await post(`latin-${name}`, 'exact', path, new Uint8Array([0x22, 0xff, 0x22]));
    await post(`unauthorized-${name}`, 'exact', path, '{}', { 'content-type': 'application/json', authorization: 'wrong' });
  }
  const sync = (name, ...bytes) =>
    post(`sync-${name}`, name === 'tags' ? 'status' : 'exact', '/v2/mempool/query', Buffer.concat(bytes), octets);
  await sync('unknown-kind', Buffer.from([9]));
  await sync('tags', Buffer.from([2]), Buffer.alloc(32), Buffer.from([0, 0, 0, 0]));
  await sync('tags-cut', Buffer.from([2]), Buffer.alloc(32), Buffer.from([0, 0, 0, 1]));
  await post('sync-page-bad', 'status', '/v2/mempool/query?page_id=zz', Buffer.concat([Buffer.from([2]), Buffer.alloc(36)]), octets);
  await post('sync-page', 'status', `/v2/mempool/query?page_id=${unknown}`, Buffer.concat([Buffer.from([2]), Buffer.alloc(36)]), octets);

  const chunks = (name, body, contract = `${boot}/signers-0-1`) =>
    post(`chunk-${name}`, CHUNK_MODES[name] ?? 'exact', `/v2/stackerdb/${contract}/chunks`, body);
  const chunk = { slot_id: 0, slot_version: 1, sig: '00'.repeat(65), data: '' };
  await chunks('unknown-slot', { ...chunk, slot_id: 99 });
  await chunks('bad-signature', { ...chunk, sig: '00' });
  await chunks('bad-data', { ...chunk, data: 'zz' });
  await chunks('slot-large', { ...chunk, slot_id: 4294967296 });
  await chunks('slot-negative', { ...chunk, slot_version: -1 });
  await chunks('slot-float', { ...chunk, slot_id: 1.5 });
  await chunks('odd-data', { ...chunk, data: '000' });
  await chunks('long-signature', { ...chunk, sig: '00'.repeat(66) });
  await chunks('signature-not-hex', { ...chunk, sig: 'zz'.repeat(65) });
  await chunks('signature-first', `{"sig":"00","slot_id":0}`);
  await chunks('data-first', `{"data":"0g" ,"slot_id":0}`);
  await chunks('slot-text', { ...chunk, slot_id: '0' });
  await chunks('missing-slot', { slot_version: 1, sig: '00'.repeat(65), data: '' });
  await chunks('miners', chunk, `${boot}/miners`);
  for (const path of [
    'signers-0-1',
    'signers-1-1',
    'signers-0-1/9999',
    'signers-0-1/99999999999',
    'signers-0-1/0/99999999999',
    'signers-0-1/-1',
    'miners/0',
    'miners/1',
    'miners/2',
    'signers-2-1',
    'pox-4/0',
  ]) {
    await get(`db-${path}`, 'status', `/v2/stackerdb/${boot}/${path}`);
  }
  await get('blocks-height-unconfirmed', 'status', '/v3/blocks/height/1?tip=latest');
  for (const [name, path] of Object.entries({
    'stop-unknown': `/v3/tenures/${tenure.tip_block_id}?stop=${unknown}`,
    'stop-self': `/v3/tenures/${tenure.tip_block_id}?stop=${tenure.tip_block_id}`,
    'fork-same': `/v3/tenures/fork_info/${tenure.consensus_hash}/${tenure.consensus_hash}`,
    'fork-unknown-start': `/v3/tenures/fork_info/${hash}/${tenure.consensus_hash}`,
    'sortition-latest': '/v3/sortitions/latest',
    'sortition-value-missing': '/v3/sortitions/burn/',
    'sortition-latest-value': '/v3/sortitions/latest_and_last/00',
    'sortition-burn-odd': '/v3/sortitions/burn/123',
    'sortition-height-hex': '/v3/sortitions/burn_height/0a',
    'sortition-query': '/v3/sortitions?x=1',
    'sortition-consensus-long': `/v3/sortitions/consensus/${unknown}`,
    'sortition-key-long': '/v3/sortitions/aaaaaaaaaaaaaaaa/00',
    'blocks-height-leading-zeros': '/v3/blocks/height/00000000000099999999',
    'blocks-height-plus': '/v3/blocks/height/+1',
    'blocks-height-none': '/v3/blocks/height/',
    'blocks-none': '/v3/blocks/',
    'tenures-none': '/v3/tenures/',
    'tip-none': '/v3/tenures/tip/',
    v3: '/v3',
    'transaction-none': '/v3/transaction/',
    'unconfirmed-none': '/v2/transactions/unconfirmed/',
    'unconfirmed-short': '/v2/transactions/unconfirmed/1234',
    extended: '/extended/v1/info',
    favicon: '/favicon.ico',
    dots: '/v2/../v2/nope',
    plus: '/v2/in+fo',
    null: '/v2/info%00',
    quote: '/v2/%22',
    'accounts-none': '/v2/accounts/',
    'accounts-two': `/v2/accounts/${wallet1.address}/x`,
    'accounts-encoded-space': `/v2/accounts/${wallet1.address}%20`,
    'constant-odd': `/v2/constant_val/${boot}/pox-4/A$`,
    'constant-long': `/v2/constant_val/${boot}/pox-4/${'A'.repeat(129)}`,
    'variable-long': `/v2/data_var/${boot}/pox-4/${'A'.repeat(129)}`,
    'variable-digit': `/v2/data_var/${boot}/pox-4/1a`,
    'variable-operator': `/v2/data_var/${boot}/pox-4/+`,
    'source-short-address': '/v2/contracts/source/ST1/x',
    'source-contract-long': `/v2/contracts/source/${boot}/${'a'.repeat(129)}`,
    'source-contract-41': `/v2/contracts/source/${boot}/${'a'.repeat(41)}`,
    'interface-contract-128': `/v2/contracts/interface/${boot}/${'a'.repeat(128)}`,
    'stacker-set-leading-zero': '/v3/stacker_set/0000009999',
    'signer-upper': `/v3/signer/02${'AB'.repeat(32)}/9999`,
    'signer-no-cycle': `/v3/signer/${key}`,
    'pox-query': '/v2/pox?tip=zz&x',
  }))
    await get(`form-${name}`, /query|same|self|stop|start|latest-value/.test(name) ? 'status' : 'exact', path);
}
