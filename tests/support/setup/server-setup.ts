import { weakenHashes } from '#server/modules/authentication/passwords.service.ts';
import { setBuiltPrograms } from '#server/system/program-file.ts';

// For tests with the app in this process. build-setup.ts has built the same sources.
setBuiltPrograms(new URL('../../../dist/server/', import.meta.url));
weakenHashes();
