import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTHORIZATION, PASSWORD, type RpcNode, startRpcNode, USER } from '../harness.js';

let rpc: RpcNode;
beforeAll(async () => {
  rpc = await startRpcNode();
});
afterAll(() => rpc[Symbol.asyncDispose]());

const HELP_GETBLOCKHASH = expect.stringMatching(/^getblockhash height\n/);

test.each<{ title: string; body: unknown; status: number; reply: unknown }>([
  {
    title: 'a request without a version gets result and error',
    body: { id: 'a', method: 'getblockcount' },
    status: 200,
    reply: { result: 0, error: null, id: 'a' },
  },
  {
    title: 'an id of any type comes back',
    body: { id: [1, { b: 2 }], method: 'getblockcount' },
    status: 200,
    reply: { result: 0, error: null, id: [1, { b: 2 }] },
  },
  {
    title: 'a 1.0 request without an id is answered without one',
    body: { method: 'getblockcount' },
    status: 200,
    reply: { result: 0, error: null },
  },
  {
    title: 'version 1.0 by name',
    body: { jsonrpc: '1.0', id: 1, method: 'getblockcount' },
    status: 200,
    reply: { result: 0, error: null, id: 1 },
  },
  {
    title: 'version 2.0 leaves the error out',
    body: { jsonrpc: '2.0', id: 'stacks', method: 'getblockcount', params: [] },
    status: 200,
    reply: { jsonrpc: '2.0', result: 0, id: 'stacks' },
  },
  {
    title: 'an error of 1.0 is status 500',
    body: { id: 1, method: 'getblockhash', params: [7] },
    status: 500,
    reply: { result: null, error: { code: -8, message: 'Block height out of range' }, id: 1 },
  },
  {
    title: 'an error of 2.0 is status 200 without a result',
    body: { jsonrpc: '2.0', id: 1, method: 'getblockhash', params: [7] },
    status: 200,
    reply: { jsonrpc: '2.0', error: { code: -8, message: 'Block height out of range' }, id: 1 },
  },
  {
    title: 'an unknown method of 1.0 is status 404',
    body: { id: 1, method: 'nope' },
    status: 404,
    reply: { result: null, error: { code: -32601, message: 'Method not found' }, id: 1 },
  },
  {
    title: 'an unknown method of 2.0 is status 200',
    body: { jsonrpc: '2.0', id: 1, method: 'nope' },
    status: 200,
    reply: { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 1 },
  },
  { title: 'no method', body: { id: 3 }, status: 400, reply: { result: null, error: { code: -32600, message: 'Missing method' }, id: 3 } },
  {
    title: 'a method that is no text',
    body: { id: 3, method: 5 },
    status: 400,
    reply: { result: null, error: { code: -32600, message: 'Method must be a string' }, id: 3 },
  },
  {
    title: 'params of another kind',
    body: { jsonrpc: '2.0', id: 3, method: 'getblockcount', params: 'x' },
    status: 400,
    reply: { jsonrpc: '2.0', error: { code: -32600, message: 'Params must be an array or object' }, id: 3 },
  },
  {
    title: 'a version that is no text',
    body: { jsonrpc: 2, id: 3, method: 'getblockcount' },
    status: 400,
    reply: { result: null, error: { code: -32600, message: 'jsonrpc field must be a string' }, id: 3 },
  },
  {
    title: 'an unknown version',
    body: { jsonrpc: '3.0', id: 3, method: 'getblockcount' },
    status: 400,
    reply: { result: null, error: { code: -32600, message: 'JSON-RPC version not supported' }, id: 3 },
  },
  { title: 'broken JSON', body: '{"id":', status: 500, reply: { result: null, error: { code: -32700, message: 'Parse error' }, id: null } },
  { title: 'an empty body', body: '', status: 500, reply: { result: null, error: { code: -32700, message: 'Parse error' }, id: null } },
  {
    title: 'JSON that is neither object nor array',
    body: '5',
    status: 500,
    reply: { result: null, error: { code: -32700, message: 'Top-level object parse error' }, id: null },
  },
  { title: 'an empty batch', body: [], status: 200, reply: [] },
  {
    title: 'a batch answers each request as its version wants, but notifications',
    body: [
      { id: 1, method: 'getblockcount' },
      { jsonrpc: '2.0', method: 'getblockcount' },
      { jsonrpc: '2.0', id: 2, method: 'nope' },
      { id: 3, method: 'getblockhash' },
      7,
    ],
    status: 200,
    reply: [
      { result: 0, error: null, id: 1 },
      { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 2 },
      { result: null, error: { code: -1, message: HELP_GETBLOCKHASH }, id: 3 },
      { result: null, error: { code: -32600, message: 'Invalid Request object' }, id: null },
    ],
  },
])('behavior: $title', async ({ body, status, reply }) => {
  const answer = await rpc.post(body);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.text.endsWith('\n')).toBe(true);
  expect(JSON.parse(answer.text)).toEqual(reply);
});

test.each<{ title: string; method: string; params: unknown; outcome: unknown }>([
  { title: 'named arguments', method: 'getblockhash', params: { height: 0 }, outcome: { result: expect.stringMatching(/^0f9188f1/) } },
  {
    title: 'a second name of a parameter',
    method: 'getblock',
    params: { blockhash: '0', verbose: 0 },
    outcome: { code: -8, message: "blockhash must be of length 64 (not 1, for '0')" },
  },
  {
    title: 'positional arguments in args',
    method: 'getblockhash',
    params: { args: [0] },
    outcome: { result: expect.stringMatching(/^0f9188f1/) },
  },
  {
    title: 'positional and named arguments together',
    method: 'gettxout',
    params: { args: ['00'.repeat(32), 0], include_mempool: false },
    outcome: { result: null },
  },
  {
    title: 'an argument given twice',
    method: 'getblockhash',
    params: { args: [0], height: 0 },
    outcome: { code: -8, message: 'Parameter height specified twice both as positional and named argument' },
  },
  {
    title: 'an unknown name',
    method: 'getblockhash',
    params: { hieght: 0 },
    outcome: { code: -8, message: 'Unknown named parameter hieght' },
  },
  { title: 'too few', method: 'getblockhash', params: [], outcome: { code: -1, message: HELP_GETBLOCKHASH } },
  { title: 'too many', method: 'getblockhash', params: [1, 2], outcome: { code: -1, message: HELP_GETBLOCKHASH } },
  {
    title: 'a wrong type',
    method: 'getblockhash',
    params: ['1'],
    outcome: {
      code: -3,
      message: 'Wrong type passed:\n{\n    "Position 1 (height)": "JSON value of type string is not of expected type number"\n}',
    },
  },
  {
    title: 'several wrong types',
    method: 'getblockheader',
    params: [1, 'x'],
    outcome: {
      code: -3,
      message:
        'Wrong type passed:\n{\n    "Position 1 (blockhash)": "JSON value of type number is not of expected type string",\n' +
        '    "Position 2 (verbose)": "JSON value of type string is not of expected type bool"\n}',
    },
  },
  {
    title: 'null for a required argument',
    method: 'getblockhash',
    params: [null],
    outcome: { code: -3, message: expect.stringContaining('JSON value of type null is not of expected type number') },
  },
  { title: 'null for an optional argument', method: 'getrawmempool', params: [null, null], outcome: { result: [] } },
  {
    title: 'a number that is no integer',
    method: 'getblockhash',
    params: [0.5],
    outcome: { code: -1, message: 'JSON integer out of range' },
  },
  {
    title: 'a number beyond 32 bits',
    method: 'getblockhash',
    params: [2 ** 32],
    outcome: { code: -1, message: 'JSON integer out of range' },
  },
])('behavior: arguments: $title', async ({ method, params, outcome }) => {
  const { result, error } = JSON.parse((await rpc.post({ id: 1, method, params })).text);
  expect(error ?? { result }).toEqual(outcome);
});

test('behavior: an id of 64 bits comes back unchanged', async () => {
  const answer = await rpc.post('{"jsonrpc":"2.0","id":18446744073709551615,"method":"getblockcount"}');
  expect(answer.text).toMatch(/"id":18446744073709551615}/);
});

test('behavior: a notification is run and not answered', async () => {
  const { height } = rpc.node.tip();
  const params = [1, 'bcrt1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsqseac85'];
  const notification = { jsonrpc: '2.0', method: 'generatetoaddress', params };
  expect(await rpc.post(notification)).toMatchObject({ status: 204, text: '' });
  expect(await rpc.post([notification, notification])).toMatchObject({ status: 204, text: '' });
  expect(rpc.node.tip().height).toBe(height + 3);
});

test.each([
  ['no credentials', {}],
  ['a wrong password', { authorization: `Basic ${Buffer.from(`${USER}:no`).toString('base64')}` }],
  ['a wrong user', { authorization: `Basic ${Buffer.from(`no:${PASSWORD}`).toString('base64')}` }],
  ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
])('error: %s: 401 without a body', async (_, headers) => {
  const response = await fetch(rpc.url, { method: 'POST', headers, body: '{"id":1,"method":"getblockcount"}' });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Basic realm="jsonrpc"');
  expect(await response.text()).toBe('');
});

test('behavior: credentials outside of ASCII', async () => {
  const response = await fetch(rpc.url, { method: 'POST', headers: { authorization: AUTHORIZATION }, body: '{"method":"uptime"}' });
  expect(response.status).toBe(200);
});

const NOT_IMPLEMENTED = '<HTML><HEAD>\n<TITLE>501 Not Implemented</TITLE>\n</HEAD><BODY>\n<H1>Not Implemented</H1>\n</BODY></HTML>\n';

test('error: other verbs than POST', async () => {
  const onlyPost = 'JSONRPC server handles only POST requests';
  const answers = {
    GET: [405, onlyPost],
    PUT: [405, onlyPost],
    DELETE: [405, ''],
    OPTIONS: [501, NOT_IMPLEMENTED],
    PATCH: [501, NOT_IMPLEMENTED],
  };
  for (const [method, answer] of Object.entries(answers)) {
    const response = await fetch(rpc.url, { method });
    expect([method, response.status, await response.text()]).toEqual([method, ...answer]);
  }
});

test('behavior: the path of a wallet serves what needs no wallet', async () => {
  const at = (method: string) => rpc.post({ id: 1, method }, { path: '/wallet/main' });
  expect(await at('getblockcount')).toMatchObject({ status: 200 });
  expect(await at('getbalance')).toMatchObject({ status: 500, text: expect.stringContaining('Requested wallet does not exist') });
});

test('error: an unknown path', async () => {
  expect(await rpc.post({ id: 1, method: 'getblockcount' }, { path: '/rest' })).toMatchObject({ status: 404, text: '' });
});

test('error: a body of more than 32 MiB is cut off', async () => {
  const answer = await rpc.post(`"${'x'.repeat(0x02000000)}"`).then(
    ({ status }) => status,
    // The connection is closed while the client still sends.
    () => 'closed',
  );
  expect([413, 'closed']).toContain(answer);
  expect(await rpc.call('uptime')).toBeTypeOf('number');
});

test('error: a port that is taken', async () => {
  const { port } = new URL(rpc.url);
  const taken = rpc.node.listen({ host: '127.0.0.1', port: Number(port), user: USER, password: PASSWORD });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('behavior: stop is answered, then the node is closed', async () => {
  await using other = await startRpcNode();
  expect(await other.call('stop')).toBe('Bitcoin Core stopping');
  await expect(other.call('uptime')).rejects.toThrow();
});
