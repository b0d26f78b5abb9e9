/** The final balance of each account: fees, payments and burns add up. */
export async function closing(kit) {
  const { accounts, get, RECIPIENT } = kit;
  for (const [name, { address }] of Object.entries(accounts)) await get(`final-${name}`, 'exact', `/v2/accounts/${address}?proof=0`);
  await get('final-transfer-with-condition', 'exact', `/v2/transactions/unconfirmed/${kit.txids.get('transfer-with-condition')}`);
  await get('final-recipient', 'exact', `/v2/accounts/${RECIPIENT}?proof=0`);
  for (const name of ['shapes', 'tokens', 'outer'])
    await get(`final-${name}`, 'exact', `/v2/accounts/${accounts.deployer.address}.${name}?proof=0`);
}
