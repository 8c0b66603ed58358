import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { Database } from '#server/db/database.ts';
import { listenTo } from '#server/db/listen.ts';
import { sessions, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { EventSink, StreamAnswer } from '#server/http/event-stream.ts';
import type { Clock } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';
import { NOTIFICATION_CHANNEL } from './insert-notifications.queries.ts';

/** The maximum number of open pages per user, on all devices together; hidden pages close their stream. */
const MAX_STREAMS_PER_USER = 20;
const MAX_STREAMS = 1_000;
const HEARTBEAT_MS = 20_000;
/** Interval of the session checks: a stream outlives its session by at most this. */
const CHECK_EVERY_MS = 500;

interface Stream {
  userId: number;
  sessionId: number;
  sink?: EventSink;
}

export interface NotificationStreams {
  /** Throws `request.throttled` or `server.busy` above the limit of the user or the process, and `server.stopping`. */
  open(caller: Pick<Caller, 'userId' | 'sessionId'>): StreamAnswer;
  /** Ends all streams at once, so that the shutdown does not wait for them. */
  stop(): Promise<void>;
}

interface NotificationStreamsOptions {
  database: Database;
  clock: Clock;
  onError: (error: unknown) => void;
  /** The limit of this process. */
  maxStreams?: number;
}

/**
 * The event streams of the pages that are connected to this process. One connection listens to the channel on which every process
 * announces users whose notifications changed; it opens with the first page. Pages that may have missed a change are
 * pinged, so nothing is stored for them.
 */
export function createNotificationStreams({
  database,
  clock,
  onError,
  maxStreams = MAX_STREAMS,
}: NotificationStreamsOptions): NotificationStreams {
  const { db, pool } = database;
  const byUser = new Map<number, Set<Stream>>();
  let count = 0;
  let isStopping = false;
  let listener: { close: () => void } | undefined;
  let timers: NodeJS.Timeout[] = [];

  const listStreams = () => [...byUser.values()].flatMap((streams) => [...streams]);
  const ping = (streams: Iterable<Stream>) => {
    for (const { sink } of streams) sink?.ping();
  };

  let isChecking = false;
  const checkReporter = reportFirstFailure(onError);
  /** Ends the streams whose session has ended, in any process. */
  async function endStreamsOfEndedSessions(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const open = listStreams();
    try {
      const now = clock();
      const rows = await db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(users, eq(users.userId, sessions.userId))
        .where(
          and(
            inArray(sessions.id, [...new Set(open.map(({ sessionId }) => sessionId))]),
            gt(sessions.idleUntil, now),
            gt(sessions.expiresAt, now),
            eq(users.status, ENABLED_TEXT),
            isNull(users.deletedAt),
          ),
        );
      const active = new Set(rows.map(({ id }) => id));
      for (const { sessionId, sink } of open) if (!active.has(sessionId)) sink?.end();
      checkReporter.succeeded();
    } catch (error) {
      // While the database is unreachable, sessions cannot end either.
      checkReporter.failed(error);
    } finally {
      isChecking = false;
    }
  }

  function add(stream: Stream): void {
    const streams = byUser.get(stream.userId) ?? new Set();
    byUser.set(stream.userId, streams.add(stream));
    count += 1;
    if (count > 1) return;
    timers = [
      setInterval(() => listStreams().forEach(({ sink }) => sink?.heartbeat()), HEARTBEAT_MS).unref(),
      setInterval(() => void endStreamsOfEndedSessions(), CHECK_EVERY_MS).unref(),
    ];
  }

  function remove(stream: Stream): void {
    const streams = byUser.get(stream.userId);
    if (streams?.delete(stream) !== true) return;
    if (streams.size === 0) byUser.delete(stream.userId);
    count -= 1;
    if (count === 0) timers.splice(0).forEach((timer) => clearInterval(timer));
  }

  return {
    open({ userId, sessionId }) {
      if (isStopping) throw new AppError('server.stopping', { retryAfterSeconds: 2 });
      if ((byUser.get(userId)?.size ?? 0) >= MAX_STREAMS_PER_USER) {
        const msg = `同一账号最多同时在 ${MAX_STREAMS_PER_USER} 个页面接收实时消息`;
        throw new AppError('request.throttled', { msg, retryAfterSeconds: 60 });
      }
      if (count >= maxStreams) {
        throw new AppError('server.busy', { msg: '实时消息的连接已满', retryAfterSeconds: 60 });
      }
      const stream: Stream = { userId, sessionId };
      add(stream);
      listener ??= listenTo(pool, {
        channel: NOTIFICATION_CHANNEL,
        // Processes of an older version append a notification's id.
        onPayload: (payload) => ping(byUser.get(Number.parseInt(payload, 10)) ?? []),
        onListening: () => ping(listStreams()),
        onError,
      });
      return (sink) => {
        stream.sink = sink;
        sink.onClose(() => remove(stream));
      };
    },
    async stop() {
      isStopping = true;
      for (const { sink } of listStreams()) sink?.end();
      listener?.close();
    },
  };
}
