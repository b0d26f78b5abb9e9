/** The reason phrases of bitcoind's statuses. */
const REASONS: Record<number, string> = {
  200: 'OK',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
  422: 'Unprocessable Entity',
  417: 'Expectation Failed',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

export type HttpReply = {
  status: number;
  headers?: Record<string, string> | undefined;
  /** Not sent with status 204, and not to HEAD. */
  body: string | Uint8Array;
  /** Ends the connection. @default false */
  isFault?: boolean | undefined;
  /** Called once the operating system has the reply. */
  onSent?: (() => void) | undefined;
};

/** Returns a reply in wire form. @param connection the value of the Connection header, if any */
export function replyData(
  { status, headers = {}, body }: HttpReply,
  { method, version }: { method: string; version: string },
  connection: string | undefined,
): string | Uint8Array {
  let head = `${version} ${status} ${REASONS[status]}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += `Date: ${new Date().toUTCString()}\r\n`;
  if (status !== 204) head += `Content-Length: ${typeof body === 'string' ? Buffer.byteLength(body) : body.length}\r\n`;
  if (connection !== undefined) head += `Connection: ${connection}\r\n`;
  head += '\r\n';
  if (status === 204 || method === 'HEAD') return head;
  return typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head), body]);
}

/** Returns the page that bitcoind's HTTP library sends when it refuses a request itself. */
export function faultPage(status: number): HttpReply {
  const reason = REASONS[status];
  const body = `<HTML><HEAD>\n<TITLE>${status} ${reason}</TITLE>\n</HEAD><BODY>\n<H1>${reason}</H1>\n</BODY></HTML>\n`;
  return { status, headers: { 'Content-Type': 'text/html' }, body, isFault: true };
}
