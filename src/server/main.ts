import { loadConfig } from './config/config.ts';
import { startServer, type RunningServer } from './start/start-server.ts';
import { StartError } from './start/start-error.ts';

/** Prints one sentence for the operator, or the stack of an unexpected error, and exits with 1. */
function giveUp(error: unknown): never {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `启动失败：${describe(error)}\n`);
  process.exit(1);
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

let server: RunningServer | undefined;
let isStopping = false;

/** A signal during the start, or a second one, exits at once; the private database exits with this process. */
function onSignal(signal: NodeJS.Signals): void {
  if (!server || isStopping) process.exit(1);
  isStopping = true;
  const { stop, logger } = server;
  logger.info({ signal }, 'stopping');
  stop().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'stopping failed');
      process.exit(1);
    },
  );
}

function stopOnBugs({ stop, logger }: RunningServer): void {
  // The state is unknown after an uncaught error: stop cleanly and let the supervisor restart the process.
  const onBug = (error: unknown) => {
    logger.fatal({ err: error }, 'unexpected error: stopping');
    void stop().finally(() => process.exit(1));
  };
  process.on('uncaughtException', onBug).on('unhandledRejection', onBug);
}

process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
try {
  server = await startServer(loadConfig(process.env));
  process.stdout.write(`${server.banner.join('\n')}\n`);
  stopOnBugs(server);
} catch (error) {
  giveUp(error);
}
