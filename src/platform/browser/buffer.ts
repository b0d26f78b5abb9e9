import { Buffer } from 'buffer/index.js';

/** esbuild puts this in place of Node's global of the same name, which the core uses. */
export { Buffer };

// The package decodes this encoding, but does not know its name.
const { from } = Buffer;
Buffer.from = ((value: string, encoding?: unknown, length?: unknown) =>
  from(value as never, (encoding === 'base64url' ? 'base64' : encoding) as never, length as never)) as typeof from;
const { toString: encode } = Buffer.prototype;
Buffer.prototype.toString = function (encoding, start, end) {
  if (encoding !== 'base64url') return encode.call(this, encoding, start, end);
  return encode.call(this, 'base64', start, end).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
