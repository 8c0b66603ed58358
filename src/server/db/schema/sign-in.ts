import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { reference, serial, time } from './columns.ts';
import { users } from './people.ts';

export const sessions = pgTable(
  'session',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of the token, hex: the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    userId: reference('user_id', () => users.userId),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    /** The idle limit: extended while the session is used. */
    idleUntil: time('idle_until').notNull(),
    /** The absolute limit. */
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('session_token').on(t.tokenHash),
    index('session_user').on(t.userId),
    index('session_expiry').on(t.expiresAt),
  ],
);

/** Unlogged: after a crash users request another captcha. */
export const captchas = pgTable('captcha', {
  id: text('id').primaryKey(),
  answer: text('answer').notNull(),
  expiresAt: time('expires_at').notNull(),
});

/** Unlogged. Counts of failures and requests by key, for throttling across replicas. */
export const throttles = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** The start of the window, or the last failure. */
  since: time('since').notNull(),
  blockedUntil: time('blocked_until'),
});

/** Second factors by user; an unconfirmed secret is not yet required at sign-in. */
export const secondFactors = pgTable('second_factor', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.userId),
  /** Base32. Not hashed, because checking a code needs the secret. */
  secret: text('secret').notNull(),
  confirmedAt: time('confirmed_at'),
  /** The latest 30 s period with an accepted code; each code is accepted once. */
  lastStep: integer('last_step').notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_code',
  {
    userId: reference('user_id', () => users.userId),
    /** SHA-256 of the code, hex. */
    codeHash: text('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Unlogged. Sign-ins with a correct password that still need a code. */
export const loginTickets = pgTable(
  'login_ticket',
  {
    /** SHA-256 of the ticket, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: reference('user_id', () => users.userId),
    tries: integer('tries').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('login_ticket_user').on(t.userId), index('login_ticket_expiry').on(t.expiresAt)],
);

/** Unlogged. Issued to unknown devices once an account has had many wrong passwords; each is valid for one attempt. */
export const loginChallenges = pgTable(
  'login_challenge',
  {
    id: text('id').primaryKey(),
    /** The typed user name, normalised; the user may not exist. */
    usernameKey: text('username_key').notNull(),
    /** The IP address of the request, as `addressKey` returns it. */
    address: text('address').notNull(),
    answer: integer('answer').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('login_challenge_expiry').on(t.expiresAt)],
);

/** Browsers on which a user has signed in; a password change deletes them. */
export const knownDevices = pgTable(
  'known_device',
  {
    /** SHA-256 of the device's token, hex. */
    tokenHash: text('token_hash').notNull(),
    userId: reference('user_id', () => users.userId),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tokenHash] }),
    index('known_device_token').on(t.tokenHash),
    index('known_device_use').on(t.lastUsedAt),
  ],
);
