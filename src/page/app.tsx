import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ownValue } from '../base/own-value.js';
import { connection } from './live/feed.js';
import { canControl, network } from './live/network.js';
import { Notice, notice } from './parts/action.js';
import { Empty, Heading } from './parts/layout.js';
import { link, route } from './router.js';
import { nextTheme, theme } from './theme.js';
import { Accounts } from './views/accounts.js';
import { AddressView } from './views/address.js';
import { BlockView, BurnBlockView } from './views/block.js';
import { ContractView } from './views/contract.js';
import { Contracts } from './views/contracts.js';
import { Blocks, BurnBlockList, Mempool, Transactions } from './views/lists.js';
import { NetworkView } from './views/network.js';
import { Overview } from './views/overview.js';
import { Sbtc } from './views/sbtc.js';
import { Search } from './views/search.js';
import { TransactionView } from './views/transaction.js';

/** Each view by its name in the URL. Its id is the key, so that nothing of one transaction stays in the next. */
const VIEWS: Readonly<Record<string, (id: string) => ComponentChildren>> = {
  overview: () => <Overview />,
  blocks: () => <Blocks />,
  'burn-blocks': () => <BurnBlockList />,
  block: (id) => <BlockView key={id} id={id} />,
  'burn-block': (id) => <BurnBlockView key={id} id={id} />,
  transactions: () => <Transactions />,
  mempool: () => <Mempool />,
  tx: (id) => <TransactionView key={id} id={id} />,
  address: (id) => <AddressView key={id} id={id} />,
  contracts: () => <Contracts />,
  contract: (id) => <ContractView key={id} id={id} />,
  accounts: () => <Accounts />,
  sbtc: () => <Sbtc />,
  network: () => <NetworkView />,
  search: (id) => <Search key={id} id={id} />,
};

/** The name of the view of a `Home`. */
const HOME = 'home';

/** The entries of the menu: a view, its title and the views that belong to it. */
const MENU = [
  ['overview', 'Overview', []],
  ['blocks', 'Blocks', ['block', 'burn-blocks', 'burn-block']],
  ['transactions', 'Transactions', ['mempool', 'tx']],
  ['contracts', 'Contracts', ['contract']],
  ['accounts', 'Accounts', ['address']],
  ['sbtc', 'sBTC', []],
  ['network', 'Network', []],
] as const;

/** A view that stands before the others: what a program in the same tab says. */
type Home = { title: string; view: () => ComponentChildren };

export function App({ home }: { home?: Home }) {
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <Header home={home} />
      <Main home={home} />
      <Notice />
    </>
  );
}

function skip(): void {
  document.querySelector('h1')?.focus();
}

function Header({ home }: { home: Home | undefined }) {
  const { view } = route.value;
  const status = network.value?.status;
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [view]);
  const isOffered = (name: string): boolean => {
    if (name === 'sbtc') return status?.sbtc !== undefined;
    return (name !== 'accounts' && name !== 'network') || canControl.value === true;
  };
  return (
    <header>
      <div class="top">
        <a class="name" href={link('overview')}>
          stacks-devnet
        </a>
        {status !== undefined && (
          <span class="muted engine">
            {status.engine}, epoch {status.epoch}
          </span>
        )}
        <Connection />
        <SearchBox />
        <ThemeButton />
      </div>
      <nav class="menu" aria-label="Views">
        {home !== undefined && (
          <a href={link(HOME)} aria-current={view === HOME ? 'page' : undefined}>
            {home.title}
          </a>
        )}
        {MENU.filter(([name]) => isOffered(name)).map(([name, title, others]) => {
          const isCurrent = name === view || others.some((other) => other === view);
          return (
            <a key={name} ref={isCurrent ? current : null} href={link(name)} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </a>
          );
        })}
      </nav>
    </header>
  );
}

const THEME_WORDS = { system: 'those of the system', light: 'light', dark: 'dark' } as const;
/** A disc that is half dark, a sun, and a moon. */
const THEME_ICONS = {
  system: 'M8 2.5a5.5 5.5 0 0 1 0 11z',
  light: 'M8 .8v1.8M8 13.4v1.8M.8 8h1.8M13.4 8h1.8M2.9 2.9l1.3 1.3M11.8 11.8l1.3 1.3M2.9 13.1l1.3-1.3M11.8 4.2l1.3-1.3',
  dark: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z',
} as const;

function ThemeButton() {
  const words = `Colours: ${THEME_WORDS[theme.value]}`;
  return (
    <button type="button" class="quiet theme" aria-label={words} title={words} onClick={nextTheme}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class={theme.value}>
        {theme.value !== 'dark' && <circle cx="8" cy="8" r={theme.value === 'light' ? 3 : 5.5} />}
        <path d={THEME_ICONS[theme.value]} />
      </svg>
    </button>
  );
}

const CONNECTIONS = { connecting: 'connecting', live: 'live', lost: 'no answer, trying again' } as const;

function Connection() {
  return (
    <span class={`connection ${connection.value}`} role="status">
      {CONNECTIONS[connection.value]}
    </span>
  );
}

function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const { tagName } = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || ['INPUT', 'SELECT', 'TEXTAREA'].includes(tagName)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    const term = input.current?.value.trim() ?? '';
    if (input.current === null || term === '') return;
    input.current.value = '';
    location.hash = link('search', term);
  };
  return (
    <search>
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          aria-label="Search for an id, a height or a name (press / to focus)"
          placeholder="Search id, height or name"
          spellcheck={false}
          autocomplete="off"
        />
      </form>
    </search>
  );
}

function Main({ home }: { home: Home | undefined }) {
  const { view, id } = route.value;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    notice.value = undefined;
    scrollTo(0, 0);
    // A screen reader continues at the new view.
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [view, id]);
  const show = view === HOME ? home?.view : ownValue(VIEWS, view);
  return (
    <main id="main">
      {show === undefined ? (
        <>
          <Heading title="No such view" />
          <Empty>
            This page has no view {view}. <a href={link('overview')}>Go to the overview</a>.
          </Empty>
        </>
      ) : (
        show(id)
      )}
    </main>
  );
}
