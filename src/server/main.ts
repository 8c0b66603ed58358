import { loadConfig } from './config.ts';
import { startServer, type RunningServer } from './server.ts';
import { StartError } from './start-error.ts';

/** Prints the one sentence that the operator needs and ends with 1. Anything unforeseen shows its cause as well. */
function giveUp(error: unknown): never {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `启动失败：${describe(error)}\n`);
  process.exit(1);
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

let server: RunningServer | undefined;
let isStopping = false;

/** While it starts, and when told twice, it ends at once; the database that it has started ends with it. */
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
  // A bug that nothing caught: the state is unknown, so finish cleanly and let the supervisor start anew.
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
