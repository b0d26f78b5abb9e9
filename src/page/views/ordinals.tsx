import { fromHex } from '../../bitcoin/codec.js';
import { type Etching, type Inscription, inscriptionsOf, type MintTerms, type RuneId, runestoneOf } from '../../bitcoin/ordinals.js';
import type { BtcTx } from '../api/types.js';
import { grouped } from '../format/amount.js';
import { plural } from '../format/text.js';
import { InscriptionId } from '../parts/id.js';
import { type Fact, Facts, Section, Table } from '../parts/layout.js';
import { Value } from '../parts/values.js';

/** Types that browsers show as images. As an image, an SVG runs no script and loads nothing. */
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'];
const TEXTS = /^(text\/|application\/(json|javascript|yaml|xml)$|model\/gltf\+json$)/;
/** The largest image that is shown, in bytes. */
const LARGEST_IMAGE = 1_000_000;
/** Inscriptions and edicts that are shown. A transaction can have hundreds of thousands. */
const SHOWN = 100;

/** The inscriptions of a transaction, if it has any. */
export function Inscriptions({ tx }: { tx: BtcTx }) {
  const inscriptions = tx.vin.flatMap(({ witness = [] }) => inscriptionsOf(witness.map(fromHex)));
  return inscriptions.slice(0, SHOWN).map((inscription, index) => (
    <Section key={index} title={inscriptions.length === 1 ? 'Inscription' : `Inscription ${index + 1} of ${inscriptions.length}`}>
      <Facts facts={inscriptionFacts(inscription, `${tx.txid}i${index}`)} />
    </Section>
  ));
}

function inscriptionFacts(inscription: Inscription, id: string): (Fact | false)[] {
  const { contentType, contentEncoding, metaprotocol, body } = inscription;
  return [
    ['Id', <InscriptionId key="id" id={id} />],
    contentType !== undefined && ['Content type', <Value key="type" text={contentType} />],
    contentEncoding !== undefined && ['Encoding', <Value key="encoding" text={contentEncoding} />],
    metaprotocol !== undefined && ['Metaprotocol', <Value key="metaprotocol" text={metaprotocol} />],
    ['Length', body === undefined ? 'no body' : plural(body.length, 'byte')],
    body !== undefined && ['Content', <Content key="content" inscription={inscription} body={body} />],
  ];
}

/** Shows texts and images. Nothing of the content is HTML of this page. */
function Content({ inscription: { contentType = '', contentEncoding }, body }: { inscription: Inscription; body: Uint8Array }) {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (contentEncoding !== undefined) return <span class="muted">encoded</span>;
  if (TEXTS.test(type)) return <Value text={Buffer.from(body).toString('utf8')} />;
  if (!IMAGES.includes(type) || body.length > LARGEST_IMAGE) return <span class="muted">not shown</span>;
  return (
    <img
      class="inscription"
      alt={`Content of the inscription, ${type}`}
      src={`data:${type};base64,${Buffer.from(body).toString('base64')}`}
    />
  );
}

/** The runestone of a transaction, if it has one. */
export function RunestoneOf({ tx }: { tx: BtcTx }) {
  const runestone = runestoneOf(tx.vout.map(({ scriptpubkey }) => fromHex(scriptpubkey)));
  if (runestone === undefined) return null;
  const { isCenotaph, etching, mint, edicts, pointer } = runestone;
  return (
    <Section title="Runestone">
      <Facts
        facts={[
          isCenotaph && ['Cenotaph', 'malformed: the runes of the inputs are burnt'],
          ...(etching === undefined ? [] : etchingFacts(etching)),
          mint !== undefined && ['Mints', <code key="mint">{showId(mint)}</code>],
          pointer !== undefined && ['Pointer', `runes without an edict go to output ${pointer}`],
        ]}
      />
      {edicts.length > 0 && (
        <Table label="Edicts" columns={['Rune', 'Output', { name: 'Amount', class: 'right' }]}>
          {edicts.slice(0, SHOWN).map(({ id, amount, output }, index) => (
            <tr key={index}>
              <td>
                {/* 0:0 is the rune that this transaction etches. */}
                <code>{id.block === 0n ? 'etched here' : showId(id)}</code>
              </td>
              <td>{output === tx.vout.length ? 'all' : output}</td>
              <td class="right">{grouped(`${amount}`)}</td>
            </tr>
          ))}
        </Table>
      )}
      {edicts.length > SHOWN && <div class="muted">and {edicts.length - SHOWN} more</div>}
    </Section>
  );
}

function etchingFacts({ name, symbol, divisibility, premine, terms, turbo }: Etching): (Fact | false)[] {
  return [
    ['Etches', <code key="name">{name ?? 'a rune with a reserved name'}</code>],
    symbol !== undefined && ['Symbol', <Value key="symbol" text={symbol} />],
    ['Divisibility', divisibility],
    ['Premine', grouped(`${premine}`)],
    terms !== undefined && ['Terms', termsText(terms)],
    turbo && ['Turbo', 'takes part in future changes of the protocol'],
  ];
}

function termsText({ cap = 0n, amount = 0n, height, offset }: MintTerms): string {
  const parts = [`${grouped(`${cap}`)} of ${grouped(`${amount}`)} each`, range('block', height), range('block after the etching', offset)];
  return parts.filter((part) => part !== undefined).join(', ');
}

function range(what: string, [start, end]: readonly [bigint | undefined, bigint | undefined]): string | undefined {
  if (start === undefined && end === undefined) return undefined;
  return [start !== undefined && `from ${what} ${start}`, end !== undefined && `before ${what} ${end}`].filter(Boolean).join(', ');
}

function showId({ block, tx }: RuneId): string {
  return `${block}:${tx}`;
}
