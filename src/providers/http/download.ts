import type { Endpoint, QueryOf } from '#contract/kernel/endpoint.ts';
import { readErrorBody } from './file-response.ts';
import { handleResponse, send } from './http.ts';
import type { UntypedOptions } from './result.ts';
import { getToken } from '../session/session-store.ts';

/** Generating a file takes longer than other responses; a stored file may be large. */
const TIMEOUTS_MS = { file: 60_000, stored: 600_000 } as const;
const REVOKE_DELAY_MS = 60_000;

/** An endpoint that responds with a file. */
export type FileEndpoint = Endpoint & { answer: 'file' | 'stored' };

interface DownloadOptions<E extends Endpoint> {
  params?: Readonly<Record<string, string | number>>;
  query?: { [K in keyof QueryOf<E>]?: QueryOf<E>[K] | string | number | undefined };
  signal?: AbortSignal;
}

/**
 * Fetches a file with the user's session and saves it under the server's name. Resolves with false after a
 * failure, which is shown to the user.
 * @throws CallError on 500 and network errors
 */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  options: DownloadOptions<E> = {},
): Promise<boolean> {
  const token = getToken();
  const response = await send(endpoint, options satisfies UntypedOptions, token, {
    responseType: 'blob',
    timeout: TIMEOUTS_MS[endpoint.answer],
  });
  const { status, data, headers } = response;
  if (status === 200 && data instanceof Blob) {
    saveFile(data, fileName(String(headers['content-disposition'] ?? '')));
    return true;
  }
  return handleResponse(endpoint, { status, data: await readErrorBody(data) }, {}, token).ok;
}

/** The name in `attachment; filename*=UTF-8''…`. */
function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? 'download' : decodeURIComponent(encoded);
}

/** Saves a file through the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}
