import { type Instruction, instructions } from '../script/instruction.js';
import { OP } from '../script/opcodes.js';

/** What an envelope of a tapscript has, by the protocol of ordinals (docs.ordinals.com/inscriptions). */
export type Inscription = {
  contentType: string | undefined;
  /** Of the body, such as `br`. */
  contentEncoding: string | undefined;
  metaprotocol: string | undefined;
  /** Absent without a body, as with inscriptions that show the content of another one. */
  body: Uint8Array | undefined;
};

/** The push after OP_FALSE OP_IF. */
const PROTOCOL = 'ord';
const TAGS = { contentType: 1, metaprotocol: 7, contentEncoding: 9 } as const;
/** First byte of a last item that is an annex (BIP 341). */
const ANNEX = 0x50;

/** Returns the inscriptions in the witness of an input, in their order. */
export function inscriptionsOf(witness: readonly Uint8Array[]): Inscription[] {
  const script = tapscriptOf(witness);
  if (script === undefined) return [];
  const steps = [...instructions(script)];
  // A push that is cut off makes all of them invalid.
  if (steps.at(-1)?.next !== script.length) return [];
  const found: Inscription[] = [];
  for (let at = 0; at < steps.length; ) {
    const { pushes, next } = envelopeAt(steps, at);
    if (pushes !== undefined) found.push(inscription(pushes));
    at = next;
  }
  return found;
}

/** The script of a taproot script path: the item before the control block. */
function tapscriptOf(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const hasAnnex = witness.length > 1 && witness.at(-1)?.[0] === ANNEX;
  const items = hasAnnex ? witness.slice(0, -1) : witness;
  return items.length > 1 ? items.at(-2) : undefined;
}

/**
 * Reads an envelope. What does not continue one is read, too, so that none begins inside of a broken one.
 * @returns the pushes after the protocol's name, undefined without a whole envelope, and where to go on
 */
function envelopeAt(steps: readonly Instruction[], start: number): { pushes?: Uint8Array[]; next: number } {
  if (steps[start]?.opcode !== OP[0]) return { next: start + 1 };
  if (steps[start + 1]?.opcode !== OP.IF) return { next: start + 1 };
  if (textOf(steps[start + 2]?.data) !== PROTOCOL) return { next: start + 2 };
  const pushes: Uint8Array[] = [];
  for (let at = start + 3; at < steps.length; at++) {
    const { opcode, data = numberOf(opcode) } = steps[at] as Instruction;
    if (opcode === OP.ENDIF) return { pushes, next: at + 1 };
    if (data === undefined) return { next: at + 1 };
    pushes.push(data);
  }
  return { next: steps.length };
}

/** What OP_1NEGATE and OP_1 to OP_16 push. */
function numberOf(opcode: number): Uint8Array | undefined {
  if (opcode === OP['1NEGATE']) return Uint8Array.of(0x81);
  return opcode >= OP[1] && opcode <= OP[16] ? Uint8Array.of(opcode - OP[1] + 1) : undefined;
}

/** Pairs of tag and value, then an empty push in the place of a tag, and the body. */
function inscription(pushes: readonly Uint8Array[]): Inscription {
  const separator = pushes.findIndex((push, index) => index % 2 === 0 && push.length === 0);
  const fields = separator < 0 ? pushes : pushes.slice(0, separator);
  const field = (tag: number) => textOf(fields.find((_, index) => index % 2 === 1 && isTag(fields[index - 1], tag)));
  return {
    contentType: field(TAGS.contentType),
    contentEncoding: field(TAGS.contentEncoding),
    metaprotocol: field(TAGS.metaprotocol),
    body: separator < 0 ? undefined : Buffer.concat(pushes.slice(separator + 1)),
  };
}

function isTag(push: Uint8Array | undefined, tag: number): boolean {
  return push?.length === 1 && push[0] === tag;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
