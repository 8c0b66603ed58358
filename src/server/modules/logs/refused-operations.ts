import type { operationLogs } from '#server/db/schema.ts';
import { createWindowCounter } from '#server/fairness/windows.ts';

type OperationLogRow = typeof operationLogs.$inferInsert;

/** Limits of rows per user. Throttled operations arrive in thousands and look alike, so they get fewer rows. */
const PER_MINUTE = 200;
const PER_DAY = 5_000;
const THROTTLED_PER_MINUTE = 1;
const THROTTLED = 429;
/** Operations of further users are not counted. */
const MAX_USERS = 1_000;

/** Limits, in memory, the operation-log rows for a user's refused operations. */
export interface RefusedOperations {
  /** Whether a refused operation gets its own row; otherwise it is counted. */
  admits(row: OperationLogRow, now: Date): boolean;
  /** One row per user for the operations counted since the last call: the last operation, with their count. */
  takeCounted(): OperationLogRow[];
}

export function createRefusedOperations(): RefusedOperations {
  const throttledInMinute = createWindowCounter(60);
  const inMinute = createWindowCounter(60);
  const inDay = createWindowCounter(86_400);
  const counted = new Map<number, { last: OperationLogRow; count: number }>();

  /** Counts an operation and returns whether it is within the limits. */
  const countWithinLimits = ({ userId, code }: OperationLogRow, now: Date): boolean => {
    const user = String(userId);
    if (code === THROTTLED && throttledInMinute.add(user, now).count > THROTTLED_PER_MINUTE) return false;
    return inMinute.add(user, now).count <= PER_MINUTE && inDay.add(user, now).count <= PER_DAY;
  };

  return {
    admits(row, now) {
      if (countWithinLimits(row, now)) return true;
      const userId = Number(row.userId);
      const before = counted.get(userId)?.count ?? 0;
      if (before > 0 || counted.size < MAX_USERS) {
        counted.set(userId, { last: { ...row, operTime: now }, count: before + 1 });
      }
      return false;
    },
    takeCounted() {
      const rows = [...counted.values()].map(({ last, count }) => ({
        ...last,
        msg: `短时间内被拒绝的操作过多，有 ${count} 次未逐条记录，本行是最后一次：${last.msg}`.slice(0, 300),
      }));
      counted.clear();
      return rows;
    },
  };
}
