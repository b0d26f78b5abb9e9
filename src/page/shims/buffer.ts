/** esbuild puts this in place of Node's global of the same name, which the shared codecs use. */
export { Buffer } from 'buffer/index.js';
