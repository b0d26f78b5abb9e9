const LEGACY = 'it works on wallets without descriptors, which Core 30 does not have any more';
const PRUNED = 'it adds or removes single transactions of a pruned node';
const ONLY_KNOTS = 'Knots adds it, Core has no such method';
const DEPRECATED = 'Core 30 has deprecated it: payments take a fee rate';

/** The methods of a wallet of bitcoind that the embedded node does not have, each with the reason. */
export const WALLET_NOT_OFFERED: Record<string, string> = {
  addmultisigaddress: LEGACY,
  dumpmasterprivkey: ONLY_KNOTS,
  dumpprivkey: LEGACY,
  dumpwallet: LEGACY,
  importaddress: LEGACY,
  importmulti: LEGACY,
  importprivkey: LEGACY,
  importprunedfunds: PRUNED,
  importpubkey: LEGACY,
  importwallet: LEGACY,
  migratewallet: LEGACY,
  newkeypool: LEGACY,
  removeprunedfunds: PRUNED,
  setfeerate: ONLY_KNOTS,
  sethdseed: LEGACY,
  settxfee: DEPRECATED,
  sweepprivkeys: ONLY_KNOTS,
  upgradewallet: LEGACY,
  walletdisplayaddress: 'it needs a device that signs',
};
