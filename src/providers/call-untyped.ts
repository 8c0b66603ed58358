import type { Endpoint } from '#contract/endpoint.ts';
import { handleAnswer, send } from './http.ts';
import type { Result, UntypedOptions } from './result.ts';
import { getToken } from './session-store.ts';

/** `call` for an endpoint that is known only at run time: its options are not checked by the compiler. */
export async function callUntyped(
  endpoint: Endpoint,
  options: UntypedOptions = {},
): Promise<Result<unknown>> {
  const token = getToken();
  return handleAnswer<Endpoint>(endpoint, await send(endpoint, options, token), options, token);
}
