import type { Rows } from '../../network/operations.js';
import { operationTool, toolsOfRows } from './operations.js';
import type { Tool } from './tool.js';
import { chaosTools } from './tools/chaos-tools.js';
import { networkTools } from './tools/network-tools.js';
import { paymentTools } from './tools/payment-tools.js';
import { readingTools } from './tools/reading-tools.js';
import { contractTools } from './tools.js';

const byHand: readonly Tool[] = [...networkTools, ...paymentTools, ...contractTools, ...chaosTools, ...readingTools];

/** Returns all tools. An agent reads their descriptions in each conversation, so they are few and short. */
export function createTools(operations: Rows): readonly Tool[] {
  const names = byHand.map(({ name }) => name);
  return [...byHand, ...toolsOfRows(operations, names), operationTool(operations)];
}
