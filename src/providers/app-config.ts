import { settings } from '#contract/settings.ts';
import { fetchData } from './http.ts';

/** The public settings by key, as the server gives them. */
export type AppConfig = Readonly<Record<string, string>>;

/** The keys that the browser reads. */
export const configKeys = {
  productName: 'site.name',
  feedbackUrl: 'site.feedbackUrl',
  serverVersion: 'server.version',
  /** `on`: visitors may make an account. */
  registration: 'registration.enabled',
} as const;

let loading: Promise<AppConfig> | undefined;

/**
 * The public settings, asked for once in a page's life; a failure is forgotten, so that the next caller asks again.
 * @throws CallError when the server can't answer
 */
export function loadAppConfig(): Promise<AppConfig> {
  loading ??= fetchData(settings.appConfig, { quiet: true }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Asks again at the next call. */
export function forgetAppConfig(): void {
  loading = undefined;
}

/** The version of the server, or '' when it can't be asked. Never rejects. */
export async function serverVersion(): Promise<string> {
  try {
    return (await loadAppConfig())[configKeys.serverVersion] ?? '';
  } catch {
    return '';
  }
}
