import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { notifications } from '#contract/system/notifications.ts';

/*
 * For every test in jsdom: replaces missing browser features, cleans page and storage afterwards; an unexpected
 * console.error fails the test. A test that expects one calls `allowConsoleErrors`.
 */

if (!('showModal' in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector<HTMLElement>('button, input, select, textarea')?.focus();
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}

globalThis.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.scrollTo = () => undefined;
if (!('scrollIntoView' in Element.prototype)) {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
}

// The notification stream neither opens nor fails: a page refetches its lists at each failure.
const { fetch } = globalThis;
globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.endsWith(notifications.stream.path)
    ? new Promise(() => undefined)
    : fetch(input, init);

// A page's code loads when it is first opened, possibly on a machine busy with other tests.
configure({ asyncUtilTimeout: 120_000 });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  const unexpected = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(' '));
  vi.restoreAllMocks();
  if (unexpected.length > 0) throw new Error(`unexpected console.error:\n${unexpected.join('\n')}`);
});
