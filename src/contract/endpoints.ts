import { defaultConfigs } from './default-configs.ts';
import { dictDatas, dictOptions, dictTypes } from './dictionaries.ts';
import type { Endpoint } from './endpoint.ts';
import { machiningPrices } from './machining-prices.ts';
import { materials } from './materials.ts';
import { orders } from './orders.ts';
import { posts } from './posts.ts';
import { processes } from './processes.ts';
import { quotes } from './quotes.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';

/** Every call of the wire, by noun. */
export const endpoints = {
  sessions,
  materials,
  processes,
  machiningPrices,
  defaultConfigs,
  quotes,
  orders,
  dictTypes,
  dictDatas,
  dictOptions,
  posts,
  settings,
} as const;

/** The same as one list, each with its name, e.g. `orders.place`. */
export function listEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(endpoints).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]) => ({ name: `${noun}.${call}`, endpoint })),
  );
}
