import { Socket } from 'node:net';

/**
 * Makes the sockets of a pool. After an attempt that ended without a byte from the database, one attempt runs at a
 * time until the database answers; the others wait for its outcome, within their own timeout. A machine accepts
 * connections for a process that is frozen: without the limit, PostgreSQL would first start a process for each
 * abandoned attempt when it resumes.
 */
export function limitAttempts(): () => Socket {
  let isSilent = false;
  let running: Promise<void> | undefined;

  function watch(socket: Socket): void {
    const outcome = new Promise<void>((resolve) => {
      socket.once('data', () => {
        isSilent = false;
        resolve();
      });
      socket.once('close', () => {
        isSilent ||= socket.bytesRead === 0;
        resolve();
      });
    });
    running = outcome;
    void outcome.then(() => {
      if (running === outcome) running = undefined;
    });
  }

  class LimitedSocket extends Socket {
    override connect(...target: unknown[]): this {
      void this.#connectInTurn(target);
      return this;
    }

    async #connectInTurn(target: unknown[]): Promise<void> {
      while (isSilent && running) await running;
      // The pool no longer waits for this one.
      if (this.destroyed) return;
      watch(this);
      super.connect(...(target as [string]));
    }
  }
  return () => new LimitedSocket();
}
