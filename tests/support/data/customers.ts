import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { startJourney, type Journey } from '../browser/journey.ts';
import { addPerson, type Person } from './people.ts';
import { readCatalogue, type SeenCatalogue } from './quotations.ts';

/** The password of every customer that a journey adds. */
export const password = 'a long enough password 1';

export interface Customers {
  journey: Journey;
  catalogue: SeenCatalogue;
  /** Adds a customer who signs in with `password`. */
  addCustomer: () => Promise<Person>;
}

/** Starts a journey for the customer area. */
export async function startCustomers(): Promise<Customers> {
  const [journey, passwordHash] = await Promise.all([startJourney(), hashPassword(password)]);
  return {
    journey,
    catalogue: await readCatalogue(journey.app),
    addCustomer: () => addPerson(journey.app, { roleKey: 'customer', user: { passwordHash } }),
  };
}

/** Whether the page scrolls horizontally. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Fails when the page scrolls horizontally on a phone. The page keeps its size. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  if (size.width !== 390) await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => isTooWide(page)).toBe(false);
  if (size.width !== 390) await page.setViewportSize(size);
}
