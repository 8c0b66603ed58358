import { useCustomMutation } from '@refinedev/core';
import { useCallback } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { RefusedCall, type EndpointMeta } from '#providers/data-provider.ts';
import type { CallArgs, ResultOf } from '#providers/http/result.ts';

/** Sends one call of the contract. */
export type Command = <E extends Endpoint>(endpoint: E, ...options: CallArgs<E>) => Promise<ResultOf<E>>;

/**
 * Sends writes, and reads on demand, through Refine's `useCustomMutation`. A call resolves with a success, or with a failure to
 * branch on by `error`; the client has shown either. It rejects with a CallError after a 500 and when no answer came.
 */
export function useCommand(): Command {
  const { mutateAsync } = useCustomMutation({
    // The body may be a password: it is not cached.
    mutationOptions: { gcTime: 0 },
    overtimeOptions: { enabled: false },
  });
  return useCallback(
    async <E extends Endpoint>(endpoint: E, ...[options]: CallArgs<E>) => {
      const call: EndpointMeta = { endpoint, options: options ?? {}, isCommand: true };
      try {
        // The data provider sends by the endpoint's method.
        const { data } = await mutateAsync({
          url: endpoint.path,
          method: 'post',
          values: {},
          meta: { call },
        });
        return data as ResultOf<E>;
      } catch (error) {
        if (error instanceof RefusedCall) return error.failure;
        throw error;
      }
    },
    [mutateAsync],
  );
}
