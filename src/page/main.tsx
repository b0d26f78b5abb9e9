import { render } from 'preact';
import { App } from './app.js';
import { follow } from './live/feed.js';

void follow();
render(<App />, document.body);
