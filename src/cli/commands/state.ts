import type { StacksTxReceipt } from '../../chains/stacks/receipt/receipt.js';
import { accountNamed } from '../../devnet/account-named.js';
import { readClarityArguments } from '../../devnet/contract/clarity-arguments.js';
import type { DevnetState } from '../../devnet/state/types.js';
import type { Devnet } from '../../devnet/types.js';
import { invalid } from '../../error.js';
import { readUnits, STX } from '../../units.js';
import type { Output } from '../output.js';
import { printSent } from '../receipt-lines.js';

/** What a command sets. Values are in Clarity's syntax; principals may be names of accounts. */
export type StateCommand =
  | { what: 'stx'; principal: string; amount: string }
  | { what: 'ft'; asset: string; principal: string; amount: string }
  | { what: 'nft'; asset: string; id: string; owner: string | undefined }
  | { what: 'var'; contract: string; name: string; value: string }
  | { what: 'map'; contract: string; map: string; key: string; value: string | undefined }
  | { what: 'nonce'; principal: string; nonce: string };

/** `state …`: sets what no transaction could. @returns the exit status */
export async function setState(connect: () => Promise<Devnet>, output: Output, command: StateCommand): Promise<number> {
  await using devnet = await connect();
  return printSent(output, `set ${command.what}`, await change(devnet, command));
}

function change(devnet: Devnet, command: StateCommand): Promise<StacksTxReceipt> {
  const { state } = devnet;
  const clarity = (text: string) => readClarityArguments([text], devnet)[0];
  switch (command.what) {
    case 'stx':
      return state.setStxBalance(addressOf(devnet, command.principal), readUnits(command.amount, STX));
    case 'ft':
      return state.setFtBalance(command.asset, addressOf(devnet, command.principal), whole('amount', command.amount));
    case 'nft': {
      const { asset, id, owner } = command;
      return state.setNftOwner(asset, clarity(id), owner === undefined ? undefined : addressOf(devnet, owner));
    }
    case 'var':
      return state.setDataVar(command.contract, command.name, clarity(command.value));
    case 'map': {
      const { contract, map, key, value } = command;
      return value === undefined
        ? state.deleteMapEntry(contract, map, clarity(key))
        : state.setMapEntry(contract, map, clarity(key), clarity(value));
    }
    case 'nonce':
      return state.setNonce(addressOf(devnet, command.principal), whole('nonce', command.nonce));
  }
}

/** `state time <time>`: sets when the next Bitcoin block is. */
export async function setTime(connect: () => Promise<Devnet>, output: Output, text: string): Promise<void> {
  await using devnet = await connect();
  const time: Parameters<DevnetState['setNextBlockTime']>[0] = /^\d+$/.test(text) ? Number(text) : new Date(text);
  await devnet.state.setNextBlockTime(time);
  if (output.json) output.object({ time: text });
  else output.line(`the next Bitcoin block is at ${text}`);
}

function addressOf({ accounts }: Devnet, who: string): string {
  return accountNamed(accounts, who)?.stx.address ?? who;
}

function whole(field: string, text: string): bigint {
  if (!/^\d{1,39}$/.test(text)) throw invalid(field, 'a whole number', text);
  return BigInt(text);
}
