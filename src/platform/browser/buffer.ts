/** esbuild puts this in place of Node's global of the same name, which the core uses. */
export { Buffer } from 'buffer/index.js';
