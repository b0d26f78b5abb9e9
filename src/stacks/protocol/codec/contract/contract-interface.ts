/** A contract's interface as `GET /v2/contracts/interface` answers it. */
export type ContractInterface = {
  functions: unknown[];
  variables: unknown[];
  maps: unknown[];
  fungible_tokens: unknown[];
  non_fungible_tokens: unknown[];
  epoch: string;
  clarity_version: string;
};
