import { handleAnswer, send } from './http.ts';
import type { Callable, Result, UntypedOptions } from './result.ts';
import { getToken } from '../session/session-store.ts';

/** `call` for an endpoint that is known only at run time: its options are not checked by the compiler. */
export async function callUntyped(endpoint: Callable, options: UntypedOptions): Promise<Result<unknown>> {
  const token = getToken();
  return handleAnswer(endpoint, await send(endpoint, options, token), options, token);
}
