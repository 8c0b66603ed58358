import { byKey, keysOf } from '#domain/pick.ts';
import { availableParallelism } from 'node:os';
import {
  createAddressThrottle,
  type AddressThrottle,
  type CountShared,
  type Origin,
} from './address-throttle.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { createTurns } from './turns.ts';
import { createUserThrottle } from './user-throttle.ts';

/*
 * Limits per address (without a session) and per user (with one). See docs/decisions/0026-fairness.md.
 */

/** Requests of an address within a window of seconds. */
const perAddress = {
  captcha: { name: 'captcha', limit: 20, windowS: 60 },
  login: { name: 'login-address', limit: 30, windowS: 60 },
  loginCode: { name: 'login-code-address', limit: 30, windowS: 60 },
  register: { name: 'register', limit: 20, windowS: 3_600 },
  /** A document's code has 100 random bits; this limits the load caused by guessing. */
  verify: { name: 'verify', limit: 30, windowS: 60 },
  /** A link's token has 256 random bits. */
  share: { name: 'share', limit: 60, windowS: 60 },
} as const;

export type Throttles = Record<keyof typeof perAddress, AddressThrottle>;

interface ThrottleOptions {
  countShared: CountShared;
  onRefused: (name: keyof Throttles, origin: Origin) => void;
  onUncounted: (error: unknown) => void;
}

/** Creates the throttles of one app; tests run several apps in a process. */
export function createThrottles({ countShared, onRefused, onUncounted }: ThrottleOptions): Throttles {
  const create = (name: keyof Throttles) =>
    createAddressThrottle(perAddress[name], countShared, {
      onRefused: (origin) => onRefused(name, origin),
      onUncounted,
    });
  return byKey(keysOf(perAddress), create);
}

/**
 * Sign-ins and registrations, by address. Protects the database's connections from a flood: most of it gets
 * `server.busy` at once.
 */
export const signIns = createFairSemaphore({ permits: 2, queue: 32, perOwner: 8 });

/** Bodies of files that are compared with a document, by address: each may arrive slowly. */
export const comparedFiles = createFairSemaphore({ permits: 16, queue: 0, perOwner: 2 });

/** Documents, by user: separate from exports, which take seconds. */
export const documentFiles = createFairSemaphore({ permits: 2, queue: 32, perOwner: 4 });

/** Exports, by user: up to 50,000 rows, built in memory. */
export const generatedFiles = createFairSemaphore({ permits: 2, queue: 32, perOwner: 4 });

/** Documents of shared links, by address. */
export const sharedDocuments = createFairSemaphore({ permits: 1, queue: 8, perOwner: 2 });

/** Thumbnails of uploads, by user. A waiting request needs only a path in memory. */
export const thumbnails = createFairSemaphore({ permits: 1, queue: 500, perOwner: 8 });

/** Seals and avatars, by user. Without a limit decoding would starve file access and password hashing of libuv's threads. */
export const pictures = createFairSemaphore({ permits: 2, queue: 8, perOwner: 2 });

/**
 * Password hashes, by address or user. Leaves one core for other requests and one of libuv's four threads for files. A full
 * queue takes a second or two on two cores.
 */
export const passwordHashes = createFairSemaphore({
  permits: Math.min(3, Math.max(1, availableParallelism() - 1)),
  queue: 32,
  perOwner: 8,
});

/**
 * Bytes of JSON bodies, by user or address. Parsing, pricing and answering an item takes about 60 µs and an item about 190
 * bytes, so the work of one turn takes about 3 ms.
 */
export const jsonBodies = createTurns({ perTurn: 8 * 1024, perOwner: 512 * 1024, total: 16 * 1024 * 1024 });

/** Searches of a user within a minute, for records or for cheaper variants: each costs as much as ten lists. */
export const searchesPerMinute = createUserThrottle({ limit: 120, windowS: 60 });

/** Searches for records, by user: each takes several queries, so a user runs only one at a time. */
export const recordSearch = {
  perMinute: searchesPerMinute,
  semaphore: createFairSemaphore({ permits: 16, queue: 1_000, perOwner: 64, running: 1 }),
};

/** Searches for a cheaper or faster variant of a part, by user: one at a time, because each computes for some 10 ms. */
export const variantSearch = {
  perMinute: searchesPerMinute,
  semaphore: createFairSemaphore({ permits: 2, queue: 64, perOwner: 9 }),
};

/**
 * Writes of a customer within a minute, successful or refused, except placing, whose quota the shop sets. Must allow
 * a few hundred files dropped at once; ten files take some seconds.
 */
export const writesPerMinute = createUserThrottle({ limit: 600, windowS: 60 });

/** Lists of parts that a user has read from files within a minute. */
export const listsPerMinute = createUserThrottle({ limit: 20, windowS: 60 });

/** Reading of such lists, by user: uses one of the two threads for tables and leaves the other to imports of staff. */
export const listFiles = createFairSemaphore({ permits: 1, queue: 16, perOwner: 2 });

/** Test mails that a user sends to their own address within a minute. */
export const testMailsPerMinute = createUserThrottle({ limit: 3, windowS: 60 });

const DAY_S = 86_400;

/** Writes of a customer within a day. Bounds their rows in the operation log, of up to 4 KB each. */
export const writesPerDay = createUserThrottle({
  limit: 10_000,
  windowS: DAY_S,
  msg: '您今天的操作已达 10000 次，请明天再试',
});

/** Messages of a customer within a day, about all orders; each order has its own limits. */
export const customerMessagesPerDay = createUserThrottle({
  limit: 1_000,
  windowS: DAY_S,
  msg: '您今天发送的消息已达 1000 条，请明天再发送',
});

/** Documents issued for a customer within a day; each is stored. Those that embed a large part of a font count as several. */
export const customerDocumentsPerDay = createUserThrottle({
  limit: 50,
  windowS: DAY_S,
  msg: '您今天生成的报价单已达 50 份，请明天再试；已生成的报价单仍可查看',
});

/**
 * Reads of a user at the same time: a page asks for some ten, which the database answers in milliseconds. A user who
 * sends a hundred delays nobody else.
 */
export const reads = createFairSemaphore({ permits: 64, queue: 10_000, perOwner: 256, running: 3 });

/** Rendering of documents, one at a time; the limits above bound the queue. */
export const documentRendering = createFairSemaphore({ permits: 1, queue: 100, perOwner: 100 });
