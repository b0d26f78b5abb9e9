import { planted as bitcoin } from './bitcoin.js';
import type { Planted } from './types.js';

export const allPlanted: readonly Planted[] = [...bitcoin];
