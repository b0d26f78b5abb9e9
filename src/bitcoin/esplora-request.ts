export { scriptOf } from './esplora/request.js';
