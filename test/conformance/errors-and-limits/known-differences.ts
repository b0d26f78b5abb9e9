import type { KnownDifferences } from '../compare-recording.js';

export const KNOWN_DIFFERENCES: KnownDifferences = {};
