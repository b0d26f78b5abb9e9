export { readAccounts } from './devnet/connected/answers.js';
export { createGatewayClient, type GatewayClient, gatewayError, parseAnswer } from './devnet/connected/gateway-client.js';
