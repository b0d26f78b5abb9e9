export { deflateRaw, inflateRawSync } from 'node:zlib';
