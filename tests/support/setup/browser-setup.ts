import { findBrowser } from '../browser/browser.ts';

/** Unpacks the browser before the workers need it. Without one the run ends at once, with one sentence. */
export async function setup(): Promise<void> {
  await findBrowser();
}
