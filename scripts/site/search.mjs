// The search of the site, in the browser. The sections are a script, so that it works in files, too, and load when somebody searches.
import MiniSearch from 'minisearch';
import { searchSections } from '../../src/gateway/mcp/search-sections.ts';

const { root } = document.currentScript.dataset;
const input = document.querySelector('#search input');
const found = document.querySelector('#found');
const article = document.querySelector('article');
const menu = document.querySelector('nav details');
const SHOWN = 20;
/** The time of a search grows with the length of the query. */
const LONGEST_QUERY = 500;
/** What explains how the project is made comes after what explains how to use it. */
const boostDocument = (_id, _term, { address }) => (/^(decisions\/|changelog|contributing|maintaining)/.test(address) ? 0.3 : 1);
let index;

// A telephone shows the page first.
if (menu !== null && window.innerWidth < 800) menu.open = false;

function load() {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}sections.js`;
    script.onerror = () => {
      script.remove();
      index = undefined; // the next search tries again
      reject(new Error('The index of the search did not load. Type again to retry.'));
    };
    script.onload = () => {
      const engine = new MiniSearch({ fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'address'] });
      engine.addAll(globalThis.sections.map((section, id) => ({ id, ...section })));
      resolve(engine);
    };
    document.head.append(script);
  });
  return index;
}

async function search() {
  const query = input.value.trim();
  found.hidden = query === '';
  article.hidden = query !== '';
  if (query === '') return;
  const results = searchSections(await load(), query.slice(0, LONGEST_QUERY), { boost: { title: 4, page: 3 }, boostDocument });
  if (query !== input.value.trim()) return;
  const heading = document.createElement('h1');
  heading.textContent = `${results.length} results for “${query}”`;
  const list = document.createElement('ol');
  for (const { title, page, address } of results.slice(0, SHOWN)) {
    const link = document.createElement('a');
    link.href = root + address;
    link.textContent = page === title ? title : `${page}: ${title}`;
    // A result on this page changes only the anchor.
    link.addEventListener('click', () => {
      input.value = '';
      void search();
    });
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  found.replaceChildren(heading, list);
}

const show = () => search().catch(({ message }) => found.replaceChildren(message));
input.addEventListener('focus', () => load().catch(() => undefined), { once: true });
input.addEventListener('input', show);
document.querySelector('#search').addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
