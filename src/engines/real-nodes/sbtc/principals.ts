/** Returns the contracts of sBTC that stacks-node knows by its configuration from Epoch 4.0 on. */
export function sbtcPrincipals(deployer: string): { token: string; registry: string } {
  return { token: `${deployer}.sbtc-token`, registry: `${deployer}.sbtc-registry` };
}
