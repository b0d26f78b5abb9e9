import { defaultFaucetAddresses } from '../../network/faucet.js';
import type { OwnAddresses } from '../../tools/story.js';
import type { Status } from '../api/types.js';

/** The address of the boot contracts, on test networks and on mainnet, which a fork continues. */
const BOOT = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'];
/** Who sends the coinbases and tenure changes of the embedded node. */
const MINER = 'ST1MVZYWV0GG60D13B7EC7MN24JGSHN8CDVFSR1KX';

/** The addresses of the network's own, by the name that the page shows. It does not know faucets with keys that were configured. */
export function ownAddresses(sbtc: Status['sbtc']): OwnAddresses {
  const others = sbtc === undefined ? {} : { sbtc: [sbtc.deployer], 'sBTC signers': [sbtc.signersAddress] };
  return { boot: BOOT, miner: [MINER], faucet: defaultFaucetAddresses(), ...others };
}
