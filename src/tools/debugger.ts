export { connectTo, DebugClient } from './debugger/client.js';
export { type Body, encodeMessage, listOf, MessageReader, numberOf, objectOf, textOf } from './debugger/messages.js';
export { serveClient } from './debugger/serve-client.js';
