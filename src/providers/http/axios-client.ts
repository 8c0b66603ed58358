import { create, isAxiosError, isCancel, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { toQueryString } from './request-url.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export type HttpResponse = Pick<AxiosResponse<unknown>, 'status' | 'data' | 'headers'>;

/** The HTTP client; tests replace its adapter. */
export const http = create({
  baseURL: API_BASE,
  timeout: REQUEST_TIMEOUT_MS,
  validateStatus: () => true,
  transitional: { clarifyTimeoutError: true },
  headers: { Accept: 'application/json' },
  paramsSerializer: { serialize: toQueryString },
});

/** Sends one request. Resolves with a response of any status, or with the reason why there is none. */
export async function request(config: AxiosRequestConfig): Promise<HttpResponse | 'network' | 'timeout'> {
  try {
    return await http.request<unknown>(config);
  } catch (error) {
    if (isCancel(error) || !isAxiosError(error)) throw error;
    return error.code === 'ETIMEDOUT' || error.code === 'ECONNABORTED' ? 'timeout' : 'network';
  }
}
