export type { CoverageParts, CoverageSummary } from './devnet/coverage/types.js';
