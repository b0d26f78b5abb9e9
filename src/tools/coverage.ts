export { type FileCoverage, formatLcov } from './coverage/lcov.js';
export { type CoverageSources, writeCoverage } from './coverage/write.js';
