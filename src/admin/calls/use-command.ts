import { useCustomMutation } from '@refinedev/core';
import { useCallback } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { RefineCallError, type EndpointMeta } from '#providers/data-provider.ts';
import type { CallArgs, ResultOf } from '#providers/http/result.ts';

export type Command = <E extends Endpoint>(endpoint: E, ...options: CallArgs<E>) => Promise<ResultOf<E>>;

/**
 * Sends writes, and reads on demand, through Refine's `useCustomMutation`. Resolves with the success or the failure,
 * which the HTTP client has already shown. Rejects with a CallError after a 500 or without a response.
 */
export function useCommand(): Command {
  const { mutateAsync } = useCustomMutation({
    // The body may contain a password, so it is not cached.
    mutationOptions: { gcTime: 0 },
    overtimeOptions: { enabled: false },
  });
  return useCallback(
    async <E extends Endpoint>(endpoint: E, ...[options]: CallArgs<E>) => {
      const call: EndpointMeta = { endpoint, options: options ?? {}, isCommand: true };
      try {
        // The data provider uses the endpoint's own method.
        const { data } = await mutateAsync({
          url: endpoint.path,
          method: 'post',
          values: {},
          meta: { call },
        });
        return data as ResultOf<E>;
      } catch (error) {
        if (error instanceof RefineCallError) return error.failure;
        throw error;
      }
    },
    [mutateAsync],
  );
}
