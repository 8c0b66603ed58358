/**
 * Polyfills for built-ins that some supported browsers (docs/decisions/0069-oldest-browsers.md) lack. Loaded
 * first, and by those browsers only; see `scripts/vite-old-browsers.ts`.
 */
import 'core-js/modules/es.array.find-last.js';
import 'core-js/modules/es.array.find-last-index.js';
import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/es.array.to-spliced.js';
import 'core-js/modules/es.array.with.js';
import 'core-js/modules/es.string.is-well-formed.js';
import 'core-js/modules/web.url.can-parse.js';
