import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/http/route.ts';
import { tellFirstOf } from './failure-series.ts';
import { markFailed, markSent, takeMail, type WaitingMail } from './mail-outbox.queries.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';

const MINUTE_MS = 60_000;
/** A mail is ours for so long: several times what one try can take. */
const LEASE_MS = 5 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 24 * 60 * MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const LOOK_EVERY_MS = 3_000;
const STOP_WAIT_MS = 3_000;

/** 1, 2, 4 … minutes, an hour at most. */
export const waitAfter = (tries: number) => Math.min(MINUTE_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);

export interface MailSender {
  /** Sends what is due now. Resolves with the number of mails that were sent. */
  sendDue(): Promise<number>;
  stop(): Promise<void>;
}

interface MailSenderOptions {
  transport: MailTransport;
  clock: Clock;
  onError: (error: unknown) => void;
  /** 0: only when `sendDue` is called. */
  lookEveryMs?: number;
}

/**
 * Sends the outbox, one mail after the other. Each is taken for five minutes before it is sent, so that of several
 * processes one sends it; one that dies in between leaves it to the next, who cannot know whether it went out.
 */
export function startMailSender(
  { db }: Database,
  { transport, clock, onError, lookEveryMs = LOOK_EVERY_MS }: MailSenderOptions,
): MailSender {
  const stopping = new AbortController();
  let running: Promise<number> | undefined;

  async function trySending(mail: WaitingMail): Promise<boolean> {
    try {
      await transport.send(mail);
    } catch (error) {
      onError(error);
      const isFinal = error instanceof MailRefused && error.isFinal;
      const nextTryAt = isFinal ? undefined : new Date(clock().getTime() + waitAfter(mail.tries));
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
      const mail = await takeMail(db, {
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
  const outcome = tellFirstOf(onError);
  const look = () => void sendDue().then(outcome.worked, outcome.failed);
  const timer = lookEveryMs === 0 ? undefined : setInterval(look, lookEveryMs).unref();
  return {
    sendDue,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      // A mail server that hangs must not hold the server up; the mail is tried again when its time is over.
      const patience = new AbortController();
      const late = delay(STOP_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([running?.catch(() => undefined), late]);
      patience.abort();
      transport.close();
    },
  };
}
