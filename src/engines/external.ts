export { checkNodes } from './external/check-nodes.js';
export { createNodes } from './external/nodes.js';
