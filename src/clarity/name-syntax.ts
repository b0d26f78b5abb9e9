/** The names of Clarity (clarity-types/src/representations.rs). */

/** The most characters of a name. */
export const MAX_NAME_LENGTH = 128;
/**
 * The most characters of a contract's name, where it is deployed or serialized by the node. Older contracts have up
 * to {@link MAX_NAME_LENGTH}.
 */
export const MAX_CONTRACT_NAME_LENGTH = 40;

const CLARITY_NAME = /^[a-zA-Z]([a-zA-Z0-9]|[-_!?+<>=/*])*$|^[-+=/*]$|^[<>]=?$/;
const CONTRACT_NAME = /^[a-zA-Z](?:[a-zA-Z0-9]|[-_]){0,127}$|^__transient$/;

/** Returns whether a text can name a function, a variable, a field and so on. */
export function isClarityName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && CLARITY_NAME.test(text);
}

/** Returns whether a text can name a contract. */
export function isContractName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && CONTRACT_NAME.test(text);
}

/**
 * Returns whether a contract with this name can be deployed: `__transient` is the VM's own.
 * @param longest the most characters
 */
export function isDeployableName(text: string, longest = MAX_CONTRACT_NAME_LENGTH): boolean {
  return text.length <= longest && isContractName(text) && text !== '__transient';
}
