export { type OpenFork, openFork } from './embedded/fork/open.js';
