import type { BaseLogger } from 'pino';

import type { DataDirectory } from '../../data-directory.ts';

export interface PrivatePostgresOptions {
  dataDirectory: DataDirectory;
  logger: Pick<BaseLogger, 'info' | 'warn' | 'error'>;
}

/** The PostgreSQL that runs for this server alone; it comes back by itself, at the same address, when it dies. */
export interface PrivatePostgres {
  /** Database `quotemill`, role `quotemill` (its owner, may create databases, no superuser). The same for the whole run. */
  readonly connectionString: string;
  /** Called each time that the database accepts connections again after it died. */
  onRestart(listener: () => void): void;
  /** Ends the database cleanly (checkpoint included); pools must be closed before. */
  stop(): Promise<void>;
}

/** @throws StartError with one sentence; nothing half-made stays behind */
export declare function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres>;
