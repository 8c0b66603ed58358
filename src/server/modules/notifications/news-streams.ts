import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { STREAM_EVENTS } from '#contract/notifications.ts';
import { inBatches } from '#server/db/batches.ts';
import type { Database } from '#server/db/database.ts';
import { listenTo } from '#server/db/listen.ts';
import { sessions, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { EventSink, StreamAnswer, StreamEvent } from '#server/http/event-stream.ts';
import type { Clock } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { tellFirstOf } from './failure-series.ts';
import { NEWS_CHANNEL } from './news.queries.ts';
import { findNotifications, listSince, presentNotification } from './notifications.queries.ts';

/** Open pages on all the machines that somebody works at; hidden ones let go of theirs. */
const MOST_OF_A_USER = 20;
const MOST_OF_ALL = 1_000;
const BEAT_EVERY_MS = 20_000;
/** How long a stream may outlive its session. */
const CHECK_EVERY_MS = 500;
/** Whoever has missed more is told to look for himself. */
const MOST_MISSED = 100;
/** All in one go; a stream is cut when twice as much waits for its reader. */
const MOST_MISSED_BYTES = 32 * 1024;

interface Stream {
  userId: number;
  sessionId: number;
  sink?: EventSink;
}

export interface NewsStreams {
  /**
   * Admits one more open page, which also gets what came after `since`. Throws `request.throttled` for a user with too
   * many, `server.busy` when the process has too many, `server.stopping`.
   */
  open(caller: Pick<Caller, 'userId' | 'sessionId'>, since?: number): StreamAnswer;
  /** Ends all of them at once, so that nobody waits for them. */
  stop(): Promise<void>;
}

interface NewsStreamsOptions {
  database: Database;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Of this process. */
  most?: number;
}

const reread: StreamEvent = { event: STREAM_EVENTS.reread, data: {} };

/**
 * The open pages of this process and the one connection on which it hears of news, its own or another process'. It listens
 * from the first page on. Whatever was missed while the connection was away, everybody is told to look again.
 */
export function createNewsStreams({
  database,
  clock,
  onError,
  most = MOST_OF_ALL,
}: NewsStreamsOptions): NewsStreams {
  const { db, pool } = database;
  const byUser = new Map<number, Set<Stream>>();
  let count = 0;
  let isStopping = false;
  let listening: { close: () => void } | undefined;
  let timers: NodeJS.Timeout[] = [];

  const all = () => [...byUser.values()].flatMap((streams) => [...streams]);
  const sendTo = (userId: number, event: StreamEvent) => {
    for (const { sink } of byUser.get(userId) ?? []) sink?.send(event);
  };

  const fetchNews = inBatches({ max: 200, atOnce: 1 }, async (ids: number[]) => {
    const found = new Map((await findNotifications(db, ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });

  function hear(payload: string): void {
    const [userId = 0, id = 0] = payload.split(':').map(Number);
    if (!byUser.has(userId)) return;
    if (id === 0) return sendTo(userId, reread);
    fetchNews(id)
      .then((row) => {
        // The row says whose it is; the notification could be anybody's word.
        if (row?.userId !== userId) return;
        sendTo(userId, { event: STREAM_EVENTS.news, id, data: presentNotification(row) });
      })
      .catch((error: unknown) => {
        onError(error);
        sendTo(userId, reread);
      });
  }

  let isChecking = false;
  const checking = tellFirstOf(onError);
  /** Ends the streams whose session is over, whoever has ended it and in which process. */
  async function endWithSessions(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const open = all();
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
            eq(users.status, '2'),
            isNull(users.deletedAt),
          ),
        );
      const living = new Set(rows.map(({ id }) => id));
      for (const { sessionId, sink } of open) if (!living.has(sessionId)) sink?.end();
      checking.worked();
    } catch (error) {
      // While the database is away nobody can sign out either.
      checking.failed(error);
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
      setInterval(() => all().forEach(({ sink }) => sink?.beat()), BEAT_EVERY_MS).unref(),
      setInterval(() => void endWithSessions(), CHECK_EVERY_MS).unref(),
    ];
  }

  function remove(stream: Stream): void {
    const streams = byUser.get(stream.userId);
    if (streams?.delete(stream) !== true) return;
    if (streams.size === 0) byUser.delete(stream.userId);
    count -= 1;
    if (count === 0) timers.splice(0).forEach((timer) => clearInterval(timer));
  }

  async function replay({ userId, sink }: Stream, since: number): Promise<void> {
    const missed = await listSince(db, userId, since, MOST_MISSED + 1);
    const events = missed.map((row) => ({
      event: STREAM_EVENTS.news,
      id: row.id,
      data: presentNotification(row),
    }));
    const isMuch =
      missed.length > MOST_MISSED || Buffer.byteLength(JSON.stringify(events)) > MOST_MISSED_BYTES;
    for (const event of isMuch ? [reread] : events) sink?.send(event);
  }

  return {
    open({ userId, sessionId }, since) {
      if (isStopping) throw new AppError('server.stopping', { retryAfterSeconds: 2 });
      if ((byUser.get(userId)?.size ?? 0) >= MOST_OF_A_USER) {
        const msg = `同一账号最多同时在 ${MOST_OF_A_USER} 个页面接收实时消息`;
        throw new AppError('request.throttled', { msg, retryAfterSeconds: 60 });
      }
      if (count >= most) {
        throw new AppError('server.busy', { msg: '实时消息的连接已满', retryAfterSeconds: 60 });
      }
      const stream: Stream = { userId, sessionId };
      add(stream);
      listening ??= listenTo(pool, {
        channel: NEWS_CHANNEL,
        onPayload: hear,
        onListening: () => all().forEach(({ sink }) => sink?.send(reread)),
        onError,
      });
      return (sink) => {
        stream.sink = sink;
        sink.onClose(() => remove(stream));
        if (since === undefined) return;
        replay(stream, since).catch((error: unknown) => {
          onError(error);
          sink.send(reread);
        });
      };
    },
    async stop() {
      isStopping = true;
      for (const { sink } of all()) sink?.end();
      listening?.close();
    },
  };
}
