import { anyAcceptedType, receiveFile } from '#server/modules/files/receive-file.ts';
import { AppError } from '#server/http/app-error.ts';

/** Receives stdin as a file of the directory given as argument, and prints the result. */
try {
  const { size } = await receiveFile(process.argv[2] ?? '', process.stdin, anyAcceptedType('a.pdf'));
  process.stdout.write(`received ${size}\n`);
} catch (error) {
  process.stdout.write(`${error instanceof AppError ? error.error : String(error)}\n`);
}
