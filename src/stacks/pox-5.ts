/** The contract in which every signer stakes from Epoch 4.0 on. */
export const POX_5 = 'ST000000000000000000002AMW42H.pox-5';

/** What stacks-core leaves to the configuration of a node, which writes it into the source (`make_pox_5_body`). */
export type Pox5Settings = {
  /** The address of the contract `sbtc-token` in which pox-5 pays. */
  sbtcDeployer: string;
  /** Who may set up bonds and pause rewards. @default as in the source */
  admin?: string | undefined;
};

/**
 * The settings of the networks of this package: the default deployer of sBTC, and the account `deployer`, so that users have the
 * admin's key.
 */
export const POX_5_SETTINGS = {
  sbtcDeployer: 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS',
  admin: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
} satisfies Pox5Settings;

/** Writes settings into a source of pox-5, as a node does before it deploys it. */
export function configurePox5(source: string, { sbtcDeployer, admin }: Pox5Settings): string {
  const configured = source.replace(/'S[0-9A-Z]+\.sbtc-token\b/g, `'${sbtcDeployer}.sbtc-token`);
  if (admin === undefined) return configured;
  return configured.replace(/(\(define-data-var (?:bond|pause)-admin principal )'S[0-9A-Z]+/g, `$1'${admin}`);
}
