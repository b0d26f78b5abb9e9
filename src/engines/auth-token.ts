/** What a request must carry for what a stacks-node does for its owner only, on every network that we start; the custom of test networks. */
export const AUTH_TOKEN = '12345';
