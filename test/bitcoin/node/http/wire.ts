import { connect } from 'node:net';

/** The text that a client writes on a connection, and the statuses of the replies. */
export type Exchange = { title: string; text: string; statuses: number[] };

/** A request that closes the connection. Its 404 shows that the connection was still open. */
const LAST = 'POST /last HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const BODY = '{"id":1,"method":"getblockcount"}';
const CHUNKS = `5\r\n${BODY.slice(0, 5)}\r\n1C\r\n${BODY.slice(5)}\r\n0\r\n`;

/** Requests to which bitcoind 29.5 gave these statuses. @param credentials `user:password` */
export function exchanges(credentials: string): Exchange[] {
  const basic = Buffer.from(credentials).toString('base64');
  const authorization = `Authorization: Basic ${basic}\r\n`;
  const length = `Content-Length: ${BODY.length}\r\n`;
  const post = (headers = '', { path = '/', version = 'HTTP/1.1', body = length } = {}) =>
    `POST ${path} ${version}\r\n${authorization}${headers}${body}\r\n${BODY}`;
  const sized = (text: string) => post('', { body: `Content-Length:${text}\r\n` });
  const chunked = (text: string, headers = '') => `POST / HTTP/1.1\r\n${authorization}${headers}Transfer-Encoding: chunked\r\n\r\n${text}`;
  const login = (line: string) => `POST / HTTP/1.1\r\n${line}\r\n${length}\r\n${BODY}`;
  const open = (title: string, text: string, ...statuses: number[]) => ({ title, text: text + LAST, statuses: [...statuses, 404] });
  const closed = (title: string, text: string, ...statuses: number[]) => ({ title, text: text + LAST, statuses });
  return [
    open('a request', post(), 200),
    open('three requests at once', post() + post() + post(), 200, 200, 200),
    open('lines that end with LF alone', post().replaceAll('\r\n', '\n'), 200),
    closed('what is malformed behind a request', `${post()}garbage\r\n\r\n`, 200, 400),
    closed('an empty line before a request', `\r\n${post()}`, 400),
    closed('bytes that are not HTTP', '\x16\x03\x01\x02\r\n\r\n', 400),
    closed('no version', post('', { version: '' }), 400),
    closed('no path', `POST  HTTP/1.1\r\n${authorization}${length}\r\n${BODY}`, 400),
    closed('another protocol', post('', { version: 'HTTX/1.1' }), 400),
    closed('HTTP/2.0', post('', { version: 'HTTP/2.0' }), 400),
    open('HTTP/1.2', post('', { version: 'HTTP/1.2' }), 200),
    closed('HTTP/1.0', post('', { version: 'HTTP/1.0' }), 200),
    closed('HTTP/0.9', post('', { version: 'HTTP/0.9' }), 200),
    open('HTTP/1.0 that stays', post('Connection: Keep-Alive\r\n', { version: 'HTTP/1.0' }), 200),
    closed('Connection: close', post('Connection: close\r\n'), 200),
    closed('CONNECTION: Close', post('CONNECTION: Close\r\n'), 200),
    open('close as one of two words', post('Connection: keep-alive, close\r\n'), 200),
    open('an unknown upgrade', post('Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200),
    open('no length', `POST / HTTP/1.1\r\n${authorization}\r\n`, 500),
    closed('a length that is text', sized(' x'), 400),
    closed('a negative length', sized(' -1'), 400),
    closed('an empty length', sized(' '), 400),
    closed('a length with text behind it', sized(`${BODY.length}x`), 400),
    open('a length with a sign', sized(` +${BODY.length}`), 200),
    open('two lengths: the first counts', post('', { body: `${length}Content-Length: 3\r\n` }), 200),
    closed('a length beyond 32 MiB', sized(' 33554433'), 413),
    closed('a length beyond all bounds', sized(' 99999999999999999999'), 413),
    open('chunks', chunked(`${CHUNKS}\r\n`), 200),
    open('chunks with a trailer', chunked(`${CHUNKS}X: y\r\n\r\n`), 200),
    // Not compared: a length beside chunks, and another transfer encoding. libevent 2.1.12 reads them, 2.1.13 answers 400.
    open('CHUNKED', chunked(`${CHUNKS}\r\n`).replace(': chunked', ': CHUNKED'), 200),
    closed('a chunk with text as its length', chunked(`zz\r\n${CHUNKS}\r\n`), 413),
    closed('a chunk with an extension', chunked('5;a=b\r\n'), 413),
    open('Expect: 100-continue with the body', post('Expect: 100-continue\r\n'), 200),
    closed('another expectation', post('Expect: miracles\r\n'), 417),
    closed(
      'Expect: 100-continue with too large a body',
      'POST / HTTP/1.1\r\nContent-Length: 44554433\r\nExpect: 100-continue\r\n\r\n',
      413,
    ),
    open('GET', 'GET / HTTP/1.1\r\n\r\n', 405),
    open('DELETE', 'DELETE / HTTP/1.1\r\n\r\n', 405),
    ...['OPTIONS', 'TRACE', 'PATCH', 'FOO', 'post'].map((method) => closed(method, `${method} / HTTP/1.1\r\n\r\n`, 501)),
    ...['/x', '/?a=b', '//', '*', '/#a', '/wallet', '/ a', 'x'].map((path) => open(`the path ${path}`, post('', { path }), 404)),
    ...['/wallet/', '/wallet/a%20/b'].map((path) => open(`the path ${path}`, post('', { path }), 200)),
    open('no credentials', login('X: y'), 401),
    open('a scheme in lower case', login(`Authorization: basic ${basic}`), 401),
    open('white space around the credentials', login(`Authorization:   Basic  ${basic}  `), 200),
    open('credentials twice: the first count', login(`Authorization: Basic ${basic}\r\nAuthorization: Basic eA==`), 200),
    open('base64 with a stray character', login(`Authorization: Basic ${basic.slice(0, 1)}!${basic.slice(1)}`), 401),
    open(
      'base64 without its padding',
      login(`Authorization: Basic ${Buffer.from(`${credentials}x`).toString('base64').replaceAll('=', '')}`),
      401,
    ),
    closed('a header without colon', post('foo\r\n'), 400),
    closed('a continuation line without a header', `POST / HTTP/1.1\r\n x\r\n${authorization}${length}\r\n${BODY}`, 400),
    open('a header with a continuation line', post('X: a\r\n b\r\n'), 200),
    open('a header without name', post(': x\r\n'), 200),
    open('a header with spaces in its name', post('fo o: x\r\n'), 200),
    open('a header beyond ASCII', post('X: ä\x01\r\n'), 200),
    open('a header of 8,000 bytes', post(`X: ${'x'.repeat(8_000)}\r\n`), 200),
    closed('a header of 9,000 bytes', post(`X: ${'x'.repeat(9_000)}\r\n`), 400),
    closed('headers of 9,000 bytes', post(`X: ${'x'.repeat(87)}\r\n`.repeat(100)), 400),
    closed('a path of 9,000 bytes', post('', { path: `/${'x'.repeat(9_000)}` }), 400),
  ];
}

/** Writes on a new connection and reads until it ends. @returns the statuses of the replies, and the whole text */
export async function exchange(url: string, text: string): Promise<{ statuses: number[]; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text, 'latin1');
  let received = '';
  try {
    for await (const chunk of socket) received += chunk.toString('latin1');
  } catch (error) {
    // A server that closes while there is more to read resets the connection.
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
  }
  return { statuses: [...received.matchAll(/HTTP\/\d\.\d+ (\d{3})/g)].map(([, status]) => Number(status)), text: received };
}
