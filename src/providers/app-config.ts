import { appConfig } from '#contract/system/app-config.ts';
import type { UploadTime } from '#domain/models/upload-time.ts';
import { fetchData } from './http/http.ts';

/** The public settings by key. */
export type AppConfig = Readonly<Record<string, string>>;

/** The setting keys that the browser reads. */
export const configKeys = {
  productName: 'site.name',
  feedbackUrl: 'site.feedbackUrl',
  /** For the login page: what the shop makes, of which materials, and an example. */
  intro: 'site.intro',
  materials: 'site.materials',
  example: 'site.example',
  companyName: 'company.name',
  companyPhone: 'company.phone',
  companyAddress: 'company.address',
  taxNote: 'quote.taxNote',
  validDays: 'quote.validDays',
  cutOffHour: 'quote.cutOffHour',
  serverVersion: 'server.version',
  /** `on`: customers with an address also get mail. */
  mail: 'mail.enabled',
  /** Which fields of the contact an order needs. */
  orderContact: 'order.contact',
  /** `order` or `chosen`: when a model is uploaded. */
  modelUpload: 'model.uploadTime',
  /** `on`: visitors may register. */
  registration: 'registration.enabled',
} as const;

/** Whether models are uploaded as soon as they are read; with the order while the settings are unknown. */
export const isUploadedEarly = (config: AppConfig | undefined): boolean =>
  config?.[configKeys.modelUpload] === ('chosen' satisfies UploadTime);

let loading: Promise<AppConfig> | undefined;

/**
 * The public settings, fetched once per page load; a failure is not cached, so the next caller tries again.
 * @throws CallError when the server cannot answer
 */
export function loadAppConfig(): Promise<AppConfig> {
  loading ??= fetchData(appConfig.read, { quiet: 'connection' }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The settings as a query. After a failure, elements that depend on them stay hidden instead of shifting the page later. */
export const appConfigQuery = {
  queryKey: ['app-config'],
  queryFn: loadAppConfig,
  staleTime: Infinity,
  retryOnMount: false,
} as const;

/** Makes the next call fetch again. */
export function forgetAppConfig(): void {
  loading = undefined;
}

/** The server's version, or '' when it cannot be fetched. Never rejects. */
export async function serverVersion(): Promise<string> {
  try {
    return (await loadAppConfig())[configKeys.serverVersion] ?? '';
  } catch {
    return '';
  }
}
