import { fromHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { pushData, pushNumber } from '#dist/bitcoin/protocol/script/build.js';
import { FLAG, type FlagName } from '#dist/bitcoin/protocol/script/interpreter/flags.js';
import { opcodeOf } from '#dist/bitcoin/protocol/script/opcodes.js';

/** Reads the notation of Core's vectors: numbers and 'text' are pushed, 0x… is put in as it is, the rest are opcodes. */
export function assemble(text: string): Uint8Array {
  const parts = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      if (/^-?\d+$/.test(word)) return pushNumber(Number(word));
      if (/^0x[0-9a-f]+$/i.test(word)) return fromHex(word.slice(2));
      if (/^'.*'$/.test(word)) return pushData(Buffer.from(word.slice(1, -1)));
      const opcode = opcodeOf(word);
      if (opcode === undefined) throw new Error(`no opcode ${word}`);
      return Uint8Array.of(opcode);
    });
  return new Uint8Array(Buffer.concat(parts));
}

/** Reads a list of flag names; NONE and nothing are no flags. */
export function parseFlags(text: string): number {
  return text
    .split(',')
    .filter((name) => name !== '' && name !== 'NONE')
    .reduce((flags, name) => {
      if (!(name in FLAG)) throw new Error(`no flag ${name}`);
      return flags | FLAG[name as FlagName];
    }, 0);
}

/** All flags, and the combinations that Core allows: CLEANSTACK only with WITNESS, WITNESS only with P2SH. */
export const ALL_FLAGS: number = Object.values(FLAG).reduce((all, flag) => all | flag, 0);

/** Drops the flags that need one that is not set. */
export function trimFlags(flags: number): number {
  const withP2sh = (flags & FLAG.P2SH) === 0 ? flags & ~FLAG.WITNESS : flags;
  return (withP2sh & FLAG.WITNESS) === 0 ? withP2sh & ~FLAG.CLEANSTACK : withP2sh;
}

/** Adds the flags that those set need. */
export function fillFlags(flags: number): number {
  const withWitness = (flags & FLAG.CLEANSTACK) === 0 ? flags : flags | FLAG.WITNESS;
  return (withWitness & FLAG.WITNESS) === 0 ? withWitness : withWitness | FLAG.P2SH;
}
