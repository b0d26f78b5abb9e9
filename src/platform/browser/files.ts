import { absent } from './absent.js';

const noFiles = absent('files');

export {
  noFiles as access,
  noFiles as appendFile,
  noFiles as createReadStream,
  noFiles as readdir,
  noFiles as readFile,
  noFiles as readFileSync,
  noFiles as realpath,
  noFiles as rename,
  noFiles as rm,
  noFiles as stat,
  noFiles as writeFile,
};
