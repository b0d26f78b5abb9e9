export { checkLoopback, createNetwork, type NetworkSource } from './mcp/network.js';
export { createMcpServer } from './mcp/server.js';
export { createStdioTransport } from './mcp/stdio.js';
