import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { BOOT_ADDRESS } from '#dist/stacks/node/clarity/boot/boot-address.js';
import { BOOT_CONTRACTS, epochName } from '#dist/stacks/node/clarity/boot/boot-contracts.js';
import { bootSource, tokenOfPox5 } from '#dist/stacks/node/clarity/boot/boot-state.js';

/** Returns the contracts that a node has, and hidden ones that the analysis of pox-5 reads. */
export function bootContracts() {
  const contracts = [...BOOT_CONTRACTS].map(([name, { epoch, clarityVersion }]) => {
    return { contract: `${BOOT_ADDRESS}.${name}`, source: bootSource(name), clarityVersion, epoch: epochName(epoch) };
  });
  const parsed = contracts.map(({ contract, source }) => ({ id: parsePrincipal(contract), source }));
  const token = tokenOfPox5(parsed).map(({ id, source, version: clarityVersion, epoch, isHidden }) => {
    return { contract: id.text, source, clarityVersion, epoch, isHidden };
  });
  return [...contracts, ...token];
}
