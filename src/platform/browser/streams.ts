import { absent } from './absent.js';

export { PassThrough, Readable } from 'readable-stream';

export const createInterface = absent('lines of a stream');
