import type { Database, Db } from '#server/db/database.ts';
import { FREE_GUESSES } from './account-guard.service.ts';
import type { LoginEvent, LoginLog } from './login-log.service.ts';

/** Reports accounts whose passwords are being guessed. */
export interface GuessingAlarm {
  /**
   * Writes a row of the login log and, with `warnsOwner`, warns the user, in one transaction. Returns at once, so that
   * the response time does not reveal whether the account exists.
   */
  raise(event: Omit<LoginEvent, 'ok' | 'msg'>, warnsOwner: boolean): void;
  /** Resolves when every alarm is written or has failed. */
  settle(): Promise<void>;
}

interface GuessingAlarmOptions {
  database: Database;
  loginLog: LoginLog;
  /** False when the database's disk has only its reserve left; no owner is warned then. */
  hasDiskSpace: () => Promise<boolean>;
  warnOwner: (tx: Db, userId: number, now: Date) => Promise<void>;
  onError: (error: unknown, userId: number | null) => void;
}

const msg = `24 小时内密码错误 ${FREE_GUESSES} 次，陌生设备登录须先通过安全验证`;

export function createGuessingAlarm(options: GuessingAlarmOptions): GuessingAlarm {
  const { database, loginLog, hasDiskSpace, warnOwner, onError } = options;
  const pending = new Set<Promise<void>>();

  async function write(event: Omit<LoginEvent, 'ok' | 'msg'>, warnsOwner: boolean): Promise<void> {
    const { userId, now } = event;
    const hasSpace = await hasDiskSpace();
    await database.db.transaction(async (tx) => {
      await loginLog.write(tx, { ...event, ok: false, msg });
      if (hasSpace && warnsOwner && userId !== null) await warnOwner(tx, userId, now);
    });
  }

  return {
    raise(event, warnsOwner) {
      const written = write(event, warnsOwner)
        .catch((error: unknown) => onError(error, event.userId))
        .finally(() => pending.delete(written));
      pending.add(written);
    },
    async settle() {
      await Promise.all(pending);
    },
  };
}
