export { createGatewayClient, type GatewayClient, gatewayError, parseAnswer } from './devnet/connected/gateway-client.js';
export { readAccounts } from './devnet/connected/read-accounts.js';
