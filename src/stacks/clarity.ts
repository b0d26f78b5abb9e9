import { encodeAddress } from './c32.js';

/**
 * A serialized Clarity value (SIP-005) in the words of the node, for example `(ok (tuple (id u1)))`.
 * @param hex with or without 0x
 * @throws RangeError when the bytes are no Clarity value
 */
export function describeValue(hex: string): string {
  const bytes = Buffer.from(hex.replace(/^0x/, ''), 'hex');
  const { text, next } = read(bytes, 0);
  if (next !== bytes.length) throw new RangeError(`${bytes.length - next} bytes follow the Clarity value`);
  return text;
}

type Read = { text: string; next: number };

function read(bytes: Buffer, at: number): Read {
  const type = bytes.readUInt8(at);
  const body = at + 1;
  switch (type) {
    case 0x00:
      return { text: `${BigInt.asIntN(128, wide(bytes, body))}`, next: body + 16 };
    case 0x01:
      return { text: `u${wide(bytes, body)}`, next: body + 16 };
    case 0x02: {
      const { content, next } = prefixed(bytes, body);
      return { text: `0x${content.toString('hex')}`, next };
    }
    case 0x03:
      return { text: 'true', next: body };
    case 0x04:
      return { text: 'false', next: body };
    case 0x05:
      return { text: address(bytes, body), next: body + 21 };
    case 0x06: {
      const length = bytes.readUInt8(body + 21);
      const name = slice(bytes, body + 22, length).toString('latin1');
      return { text: `${address(bytes, body)}.${name}`, next: body + 22 + length };
    }
    case 0x07:
      return wrap('ok', read(bytes, body));
    case 0x08:
      return wrap('err', read(bytes, body));
    case 0x09:
      return { text: 'none', next: body };
    case 0x0a:
      return wrap('some', read(bytes, body));
    case 0x0b: {
      const { texts, next } = repeated(bytes, body, read);
      return { text: `(${texts.join(' ')})`, next };
    }
    case 0x0c: {
      const { texts, next } = repeated(bytes, body, readEntry);
      return { text: `(${['tuple', ...texts].join(' ')})`, next };
    }
    case 0x0d: {
      const { content, next } = prefixed(bytes, body);
      return { text: `"${escapeAscii(content)}"`, next };
    }
    case 0x0e: {
      const { content, next } = prefixed(bytes, body);
      return { text: `u"${escapeUtf8(content.toString('utf8'))}"`, next };
    }
    default:
      throw new RangeError(`0x${type.toString(16)} begins no Clarity value`);
  }
}

function wrap(name: string, { text, next }: Read): Read {
  return { text: `(${name} ${text})`, next };
}

function repeated(bytes: Buffer, at: number, one: (bytes: Buffer, at: number) => Read): { texts: string[]; next: number } {
  const count = bytes.readUInt32BE(at);
  const texts: string[] = [];
  let next = at + 4;
  for (let i = 0; i < count; i++) {
    const item = one(bytes, next);
    texts.push(item.text);
    next = item.next;
  }
  return { texts, next };
}

function readEntry(bytes: Buffer, at: number): Read {
  const length = bytes.readUInt8(at);
  return wrap(slice(bytes, at + 1, length).toString('latin1'), read(bytes, at + 1 + length));
}

function prefixed(bytes: Buffer, at: number): { content: Buffer; next: number } {
  const length = bytes.readUInt32BE(at);
  return { content: slice(bytes, at + 4, length), next: at + 4 + length };
}

function slice(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new RangeError('the Clarity value is cut off');
  return bytes.subarray(at, at + length);
}

function wide(bytes: Buffer, at: number): bigint {
  return (bytes.readBigUInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + 8);
}

function address(bytes: Buffer, at: number): string {
  return encodeAddress({ version: bytes.readUInt8(at), hash160: slice(bytes, at + 1, 20) });
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeAscii(content: Buffer): string {
  return content
    .toString('latin1')
    .replace(/[\\"\n\r\t]/g, (char) => ESCAPES[char] ?? char)
    .replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** As the node writes it: printable ASCII as itself, all other code points as `\u{hex}`. */
function escapeUtf8(text: string): string {
  return [...text]
    .map((char) => ESCAPES[char] ?? (/^[ -~]$/.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`))
    .join('');
}
