import { appConfig } from '#contract/system/app-config.ts';
import type { UploadTime } from '#domain/models/upload-time.ts';
import { fetchData } from './http/http.ts';

/** The public settings by key. */
export type AppConfig = Readonly<Record<string, string>>;

/** The setting keys that the browser reads. */
export const configKeys = {
  productName: 'site.name',
  feedbackUrl: 'site.feedbackUrl',
  /** For the login page: an introduction, the materials and an example part. */
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
  /** `on`: customers with an email address also get mail. */
  mail: 'mail.enabled',
  /** Which contact fields an order requires. */
  orderContact: 'order.contact',
  /** `order` or `chosen`: when a model is uploaded. */
  modelUpload: 'model.uploadTime',
  /** `on`: visitors may register. */
  registration: 'registration.enabled',
} as const;

/**
 * Whether models are uploaded as soon as they are parsed. Otherwise, and while the settings are unknown, they
 * are uploaded with the order.
 */
export const uploadsModelsEarly = (config: AppConfig | undefined): boolean =>
  config?.[configKeys.modelUpload] === ('chosen' satisfies UploadTime);

let loading: Promise<AppConfig> | undefined;

/**
 * Fetches the public settings once per page load. An error is not cached, so the next caller tries again.
 * @throws CallError on network and server errors
 */
export function loadAppConfig(): Promise<AppConfig> {
  loading ??= fetchData(appConfig.read, { quiet: 'connection' }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Query for the settings. Not retried on mount: after an error, elements that depend on them stay hidden
 * instead of shifting the page later.
 */
export const appConfigQuery = {
  queryKey: ['app-config'],
  queryFn: loadAppConfig,
  staleTime: Infinity,
  retryOnMount: false,
} as const;

/** Makes the next call fetch again. */
export function resetAppConfig(): void {
  loading = undefined;
}

/** The server's version; '' if it cannot be fetched. Never rejects. */
export async function fetchServerVersion(): Promise<string> {
  try {
    return (await loadAppConfig())[configKeys.serverVersion] ?? '';
  } catch {
    return '';
  }
}
