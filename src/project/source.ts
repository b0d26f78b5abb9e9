export { readSource } from './source/read-source.js';
export { removeSimnet } from './source/remove-simnet.js';
export { renamePrincipals } from './source/rename-principals.js';
