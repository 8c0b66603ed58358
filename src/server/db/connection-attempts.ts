import { Socket } from 'node:net';

/** The pause after a silent attempt, so that waiting attempts that time out at the same moment do not start. */
const PAUSE_MS = 50;

/**
 * Makes the sockets of a pool. After an attempt that ended without a byte from the database, one attempt runs at a
 * time until the database answers; the others wait for its outcome, within their own timeout. The operating system
 * accepts connections even while PostgreSQL is frozen: without the limit, PostgreSQL would start a process for each
 * abandoned attempt as soon as it resumes.
 */
export function limitAttempts(): () => Socket {
  const lastAttempt: { isSilent: boolean; running: Promise<void> | undefined } = {
    isSilent: false,
    running: undefined,
  };

  function watch(socket: Socket): void {
    const outcome = new Promise<void>((resolve) => {
      socket.once('data', () => {
        lastAttempt.isSilent = false;
        resolve();
      });
      socket.once('close', () => {
        lastAttempt.isSilent ||= socket.bytesRead === 0;
        setTimeout(resolve, lastAttempt.isSilent ? PAUSE_MS : 0).unref();
      });
    });
    lastAttempt.running = outcome;
    void outcome.then(() => {
      if (lastAttempt.running === outcome) lastAttempt.running = undefined;
    });
  }

  class LimitedSocket extends Socket {
    override connect(...target: unknown[]): this {
      void this.#connectInTurn(target);
      return this;
    }

    async #connectInTurn(target: unknown[]): Promise<void> {
      while (lastAttempt.isSilent && lastAttempt.running) await lastAttempt.running;
      // The pool has given up on this socket.
      if (this.destroyed) return;
      watch(this);
      super.connect(...(target as [string]));
    }
  }
  return () => new LimitedSocket();
}
