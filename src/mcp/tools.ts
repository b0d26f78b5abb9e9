import type { Tool } from './tool.js';
import { contractTools } from './tools/contract-tools.js';
import { networkTools } from './tools/network-tools.js';
import { paymentTools } from './tools/payment-tools.js';
import { readingTools } from './tools/reading-tools.js';
import { stateTools } from './tools/state-tools.js';
import { traceTools } from './tools/trace-tools.js';

/** All tools. An agent reads their descriptions in each conversation, so they are few and short. */
export const tools: readonly Tool[] = [...networkTools, ...paymentTools, ...contractTools, ...traceTools, ...stateTools, ...readingTools];
