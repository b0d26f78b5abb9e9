// Each page of the site loads this: it adds a button to the examples that run in a tab, and keeps the page for times without a connection.
import { keepOffline, root, runIn } from './frame.js';

for (const links of document.querySelectorAll<HTMLElement>('.try')) {
  const link = links.querySelector('a');
  if (link === null) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Run';
  const place = document.createElement('div');
  links.prepend(button, ' ');
  links.after(place);
  button.addEventListener('click', () => {
    runIn(place, link.hash, 'Output of the example');
    button.textContent = 'Run again';
  });
}

// Browsers without storage, such as private windows, work as long as there is a connection.
navigator.serviceWorker?.register(new URL('service-worker.js', root)).then(
  () => keepOffline('page'),
  () => undefined,
);
