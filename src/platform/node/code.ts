export { codeFolder } from './code/folder.js';
export { keepCode, load } from './code/loader.js';
