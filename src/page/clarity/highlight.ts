export type Piece = { text: string; kind?: 'comment' | 'string' | 'number' | 'principal' | 'word' | 'type' | undefined };

const PIECE =
  /;[^\n]*|u?"(?:[^"\\]|\\.)*"?|'?S[0-9A-Z]{27,40}(?:\.[\w-]+)*|\b0x[0-9a-fA-F]*|(?<![\w-])(?:u\d+|-?\d+)(?![\w-])|(?<=\()[\w!?<>=+*/-]+|(?<![\w-])(?:u?int|bool|principal|buff|string-ascii|string-utf8|optional|response|list|tuple|true|false|none)(?![\w-])/g;
const TYPE = /^(?:u?int|bool|principal|buff|string-ascii|string-utf8|optional|response|list|tuple|true|false|none)$/;

/** Splits Clarity source into pieces by what they are. All pieces together are the source. */
export function highlight(source: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: text, index } of source.matchAll(PIECE)) {
    if (index > end) pieces.push({ text: source.slice(end, index) });
    pieces.push({ text, kind: kindOf(text) });
    end = index + text.length;
  }
  if (end < source.length) pieces.push({ text: source.slice(end) });
  return pieces;
}

function kindOf(text: string): Piece['kind'] {
  if (text.startsWith(';')) return 'comment';
  if (text.startsWith('"') || text.startsWith('u"')) return 'string';
  if (/^'?S[0-9A-Z]{27}/.test(text)) return 'principal';
  if (/^(?:0x|u?\d|-\d)/.test(text)) return 'number';
  return TYPE.test(text) ? 'type' : 'word';
}
