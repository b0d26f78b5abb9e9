import { planted as api } from './api.js';
import { planted as bitcoin } from './bitcoin.js';
import { planted as network } from './network.js';
import { planted as stacks } from './stacks.js';
import type { Planted } from './types.js';

export const allPlanted: readonly Planted[] = [...bitcoin, ...stacks, ...api, ...network];
