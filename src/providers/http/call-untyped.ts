import { handleResponse, send } from './http.ts';
import type { Callable, Result, UntypedOptions } from './result.ts';
import { getToken } from '../session/session-store.ts';

/** Like `call`, for an endpoint known only at run time: its options are not type-checked. */
export async function callUntyped(endpoint: Callable, options: UntypedOptions): Promise<Result<unknown>> {
  const token = getToken();
  return handleResponse(endpoint, await send(endpoint, options, token), options, token);
}
