/** A request as the browser sends it. */
export interface HttpRequest {
  method: string;
  /** From the path on. */
  address: string;
  headers: Readonly<Record<string, string>>;
  /** A text, or a file or form to send as it is. */
  body?: string | Blob | FormData;
  /** What to read from the answer. */
  answer: 'json' | 'blob';
  /** For the whole answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Receives the share of the body that is sent, 0…1; the answer then has no headers. */
  onProgress?: (share: number) => void;
}

/** `data` is undefined where JSON was expected and none came. Names of headers are in lower case. */
export interface HttpAnswer {
  status: number;
  data: unknown;
  headers: Readonly<Record<string, string>>;
}

/** What came of a request; a text when no answer came. */
export type Outcome = HttpAnswer | 'network' | 'timeout';

/** Sends a request. Rejects only when `signal` aborts, with its reason. */
export const sendRequest = (request: HttpRequest): Promise<Outcome> =>
  request.onProgress ? sendWithProgress(request, request.onProgress) : sendByFetch(request);

/** How the HTTP client sends; tests replace it. */
export const transport = { send: sendRequest };

async function sendByFetch(request: HttpRequest): Promise<Outcome> {
  const { address, answer, timeoutMs, signal, method, headers, body } = request;
  signal?.throwIfAborted();
  // Not AbortSignal.any, which browsers before 2024 lack.
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal?.addEventListener('abort', abort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, timeoutMs);
  try {
    const response = await fetch(address, { method, headers, body, signal: stop.signal });
    const data = answer === 'blob' ? await response.blob() : readJson(await response.text());
    return { status: response.status, data, headers: Object.fromEntries(response.headers) };
  } catch {
    signal?.throwIfAborted();
    return isLate ? 'timeout' : 'network';
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** With XMLHttpRequest: fetch does not say how much of a body is sent. */
function sendWithProgress(request: HttpRequest, onProgress: (share: number) => void): Promise<Outcome> {
  const { method, address, headers, body, timeoutMs, signal } = request;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal?.addEventListener('abort', abort);
    xhr.open(method, address);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = timeoutMs;
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    xhr.addEventListener('load', () =>
      resolve({ status: xhr.status, data: readJson(xhr.responseText), headers: {} }),
    );
    xhr.addEventListener('error', () => resolve('network'));
    xhr.addEventListener('timeout', () => resolve('timeout'));
    xhr.addEventListener('abort', () =>
      signal?.aborted ? reject(signal.reason as Error) : resolve('network'),
    );
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    xhr.send(body);
  });
}

/** Undefined for text that is not JSON, for example from a proxy. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
