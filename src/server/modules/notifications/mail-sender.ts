import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/http/route.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';
import {
  markFailed,
  markSent,
  claimMail,
  GIVE_UP_AFTER_MS,
  type WaitingMail,
} from './mail-outbox.queries.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';

const MINUTE_MS = 60_000;
/** How long an email stays claimed: several times the duration of an attempt. */
const LEASE_MS = 5 * MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const POLL_EVERY_MS = 3_000;
const STOP_WAIT_MS = 3_000;

/** 1, 2, 4 … minutes after the first, second, third … try; at most an hour. */
export const retryDelayMs = (tries: number) => Math.min(MINUTE_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);

export interface MailSender {
  /** Sends the emails that are due. Resolves with the number sent. */
  sendDue(): Promise<number>;
  stop(): Promise<void>;
}

interface MailSenderOptions {
  transport: MailTransport;
  clock: Clock;
  onError: (error: unknown) => void;
  /** 0: only when `sendDue` is called. */
  pollEveryMs?: number;
}

/**
 * Sends the emails in the outbox one at a time. Each is claimed for five minutes, so that only one process sends it. If
 * a process dies while sending, another one sends the email again, because it cannot know whether it was sent.
 */
export function startMailSender(
  { db }: Database,
  { transport, clock, onError, pollEveryMs = POLL_EVERY_MS }: MailSenderOptions,
): MailSender {
  const stopping = new AbortController();
  let running: Promise<number> | undefined;

  async function trySending(mail: WaitingMail): Promise<boolean> {
    try {
      await transport.send(mail);
    } catch (error) {
      onError(error);
      const isFinal = error instanceof MailRefused && error.isFinal;
      const nextTryAt = isFinal ? undefined : new Date(clock().getTime() + retryDelayMs(mail.tries));
      const failure = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await markFailed(db, mail.id, { failure, nextTryAt });
      return false;
    }
    await markSent(db, mail.id, clock());
    return true;
  }

  async function sendAll(): Promise<number> {
    let sent = 0;
    while (!stopping.signal.aborted) {
      const now = clock();
      const mail = await claimMail(db, {
        now,
        oldest: new Date(now.getTime() - GIVE_UP_AFTER_MS),
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      });
      if (!mail) break;
      if (await trySending(mail)) sent += 1;
    }
    return sent;
  }

  const sendDue = () => (running ??= sendAll().finally(() => (running = undefined)));
  const failureReporter = reportFirstFailure(onError);
  const poll = () => void sendDue().then(failureReporter.succeeded, failureReporter.failed);
  const timer = pollEveryMs === 0 ? undefined : setInterval(poll, pollEveryMs).unref();
  return {
    sendDue,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      // A hanging mail server must not delay the shutdown; the email is retried when its claim expires.
      const settled = new AbortController();
      const timeout = delay(STOP_WAIT_MS, undefined, { signal: settled.signal }).catch(() => undefined);
      await Promise.race([running?.catch(() => undefined), timeout]);
      settled.abort();
      transport.close();
    },
  };
}
