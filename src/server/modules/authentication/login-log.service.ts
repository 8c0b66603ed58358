import type { Db } from '#server/db/database.ts';
import { addressKey } from '#server/fairness/address-key.ts';
import type { Origin } from '#server/fairness/address-throttle.ts';
import { createWindowCounter } from '#server/fairness/windows.ts';
import { loginLogs } from '#server/db/schema.ts';
import { toLogText } from '#server/http/record-operation.ts';

/** The content of a row; never a password. */
export interface LoginEvent {
  username: string;
  userId: number | null;
  ok: boolean;
  ip: string;
  userAgent: string;
  msg: string;
  now: Date;
}

/** Records every sign-in, sign-out and failure. */
export interface LoginLog {
  /** Inserts a row, unless the disk has no space, or the event is a failure and the minute already has too many. */
  write(db: Db, event: LoginEvent): Promise<void>;
  /** Inserts a row only for the first throttled sign-in of an address within a minute. */
  writeThrottled(db: Db, origin: Origin, username: string): Promise<void>;
}

/** Anyone can cause failures without an account, so beyond this number per minute they are counted instead of listed. */
const FAILURES_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

interface LoginLogOptions {
  /** False when the database's disk has only its reserve left, which is for signing in and deleting. */
  hasDiskSpace: () => Promise<boolean>;
  /** Receives successful sign-ins that got no row. */
  onSkipped: (event: LoginEvent) => void;
}

export function createLoginLog({ hasDiskSpace, onSkipped }: LoginLogOptions): LoginLog {
  let minute = { since: 0, failures: 0 };

  /** Starts a new minute when due; returns the number of failures without a row in the previous one. */
  function beginMinute(now: Date): number {
    if (Math.abs(now.getTime() - minute.since) < MINUTE_MS) return 0;
    const unlisted = Math.max(0, minute.failures - FAILURES_PER_MINUTE);
    minute = { since: now.getTime(), failures: 0 };
    return unlisted;
  }

  const throttled = createWindowCounter(60);
  const log: LoginLog = {
    async write(db, event) {
      if (!(await hasDiskSpace())) {
        if (event.ok) onSkipped(event);
        return;
      }
      const unlisted = beginMinute(event.now);
      if (unlisted > 0) await insert(db, summaryOf(unlisted, event.now));
      if (!event.ok) minute.failures += 1;
      if (event.ok || minute.failures <= FAILURES_PER_MINUTE) await insert(db, event);
    },
    async writeThrottled(db, origin, username) {
      if (throttled.add(addressKey(origin.ip), origin.now).count > 1) return;
      await log.write(db, { ...origin, username, userId: null, ok: false, msg: '尝试过于频繁' });
    },
  };
  return log;
}

const summaryOf = (unlisted: number, now: Date): LoginEvent => ({
  username: '',
  userId: null,
  ok: false,
  ip: '',
  userAgent: '',
  msg: `另有 ${unlisted} 次失败的登录未逐条记录`,
  now,
});

async function insert(db: Db, event: LoginEvent): Promise<void> {
  await db.insert(loginLogs).values({
    username: toLogText(event.username, 64),
    userId: event.userId,
    status: event.ok ? '2' : '1',
    ipaddr: event.ip,
    userAgent: toLogText(event.userAgent),
    msg: event.msg,
    loginTime: event.now,
  });
}
