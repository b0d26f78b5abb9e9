export { createRequire } from 'node:module';
