import { weakenHashes } from '#server/modules/authentication/passwords.service.ts';
import { takeBuiltPrograms } from '#server/system/program-file.ts';

// For tests with the app in this process. build-setup.ts has built the same sources.
takeBuiltPrograms(new URL('../../../dist/server/', import.meta.url));
weakenHashes();
