/**
 * The `authorization` header of privileged requests to the stacks-node of every network that we start. Test networks conventionally use it.
 */
export const AUTH_TOKEN = '12345';
