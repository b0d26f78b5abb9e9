import type { ComponentChildren } from 'preact';
import { atPrincipals } from '../../tools/story.js';
import { middle, shortPrincipal } from '../format/text.js';
import { names } from '../live/network.js';
import { link } from '../router.js';
import { Copy } from './copy.js';

type IdProps = {
  /** What it is, for the copy button: `transaction id`. */
  what: string;
  id: string;
  href?: string | undefined;
  /** Whether to show all of it where the width allows. @default false */
  whole?: boolean;
  /** Whether to leave out the copy button, as in tables. @default false */
  bare?: boolean;
  /** Shown instead of the shortened id. */
  children?: ComponentChildren;
};

/** An id in monospace with its middle left out; the title has all of it. */
export function Id({ what, id, href, whole = false, bare = false, children }: IdProps) {
  const text = children ?? (whole ? id : middle(id));
  const shown =
    href === undefined ? (
      <span title={id}>{text}</span>
    ) : (
      <a href={href} title={id}>
        {text}
      </a>
    );
  return (
    <span class={whole ? 'id whole' : 'id'}>
      {shown}
      {!bare && <Copy text={id} what={what} />}
    </span>
  );
}

type TxIdProps = { id: string; whole?: boolean; bare?: boolean; linked?: boolean };

export function TxId({ id, linked = true, ...rest }: TxIdProps) {
  return <Id what="transaction id" id={id} href={linked ? link('tx', id) : undefined} {...rest} />;
}

/** The id of an inscription: the transaction that reveals it, and its number there. */
export function InscriptionId({ id }: { id: string }) {
  return <Id what="inscription id" id={id} whole />;
}

type AddressProps = { id: string; bare?: boolean; whole?: boolean; linked?: boolean };

/** A Stacks account or contract: by its name if the network knows it. */
export function Principal({ id, bare = false, whole = false, linked = true }: AddressProps) {
  const isContract = id.includes('.');
  const known = names.value.stacks(id);
  const isNamed = !known.includes('…') && known !== id;
  return (
    <Id
      what={isContract ? 'contract id' : 'address'}
      id={id}
      href={linked ? link(isContract ? 'contract' : 'address', id) : undefined}
      bare={bare}
      whole={whole && !isNamed}
    >
      {breakable(isNamed ? known : whole ? id : shortPrincipal(id))}
    </Id>
  );
}

/** Lets a line break before the name of a contract. */
function breakable(text: string): ComponentChildren {
  const dot = text.indexOf('.');
  if (dot < 0) return text;
  return (
    <>
      {text.slice(0, dot)}
      <wbr />
      {text.slice(dot)}
    </>
  );
}

/** Text with its principals as links, the accounts among them by name. @param plain whether to leave out the links */
export function Named({ text, plain = false }: { text: string; plain?: boolean }) {
  return (
    <>
      {atPrincipals(text).map(({ text: piece, principal }, index) => {
        if (principal === undefined) return piece;
        const shown = names.value.inText(piece);
        if (plain) return shown === piece ? shortPrincipal(principal) : shown;
        return (
          <a key={index} href={link(principal.includes('.') ? 'contract' : 'address', principal)} title={principal}>
            {shown}
          </a>
        );
      })}
    </>
  );
}

export function BitcoinAddress({ id, bare = false, linked = true }: Omit<AddressProps, 'whole'>) {
  const known = names.value.bitcoin(id);
  const isNamed = !known.includes('…') && known !== id;
  return (
    <Id what="address" id={id} href={linked ? link('address', id) : undefined} bare={bare}>
      {isNamed ? known : middle(id)}
    </Id>
  );
}

export function BlockLink({ height }: { height: number }) {
  return (
    <a class="number" href={link('block', height)}>
      {height.toLocaleString('en')}
    </a>
  );
}

export function BurnBlockLink({ height }: { height: number }) {
  return (
    <a class="number" href={link('burn-block', height)}>
      {height.toLocaleString('en')}
    </a>
  );
}
