export type { AskRpc, RpcAnswer, RpcQuestion } from './protocol/client/ask.js';
export { askWithFaults } from './protocol/client/ask-with-faults.js';
export { createStacksClient, type EpochStart, readWhole, refusal, type StacksClient } from './protocol/client/client.js';
export type { StacksAnswer } from './protocol/client/transport.js';
