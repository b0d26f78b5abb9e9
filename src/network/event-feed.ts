export { createFeed, createFeedMemory, type Feed } from './event-feed/feed.js';
export type { FeedItem } from './event-feed/feed-item.js';
