import { useCreate, useUpdate, type HttpError } from '@refinedev/core';
import type { FieldErrors } from '#contract/errors.ts';
import { isObject } from '#providers/browser-storage.ts';
import type { Row } from '../kinds/field.ts';
import type { Resource } from './define-resource.ts';
import { useRefresh } from './use-refresh.ts';
import { bodyOf, type InputValues } from './form-values.ts';

export interface SaveFailure {
  /** The stable name of the error, e.g. `record.changed`. */
  error?: string;
  errors?: FieldErrors;
}

/** Creates the record, or updates the one of this id; the outcome is told by the HTTP client. */
export function useSave(resource: Resource, id: number | undefined) {
  const quiet = { resource: resource.name, successNotification: false, errorNotification: false } as const;
  const creation = useCreate<Row, HttpError, Row>(quiet);
  const refresh = useRefresh(resource);
  const update = useUpdate<Row, HttpError, Row>({ ...quiet, mutationMode: 'pessimistic' });

  /** Resolves to what went wrong, or to nothing. `base` is the record that the form started from. */
  async function save(inputs: InputValues, base: Row | undefined): Promise<SaveFailure | undefined> {
    const values = bodyOf(resource, inputs);
    try {
      if (id === undefined) await creation.mutateAsync({ values });
      else {
        const version = base?.['version'];
        await update.mutateAsync({
          id,
          values: version === undefined ? values : { ...values, version },
          invalidates: ['list', 'many'],
        });
      }
      await refresh();
      return undefined;
    } catch (failure) {
      return failureOf(failure);
    }
  }

  return { save, isSaving: creation.mutation.isPending || update.mutation.isPending };
}

function failureOf(failure: unknown): SaveFailure {
  if (!isObject(failure)) throw failure;
  const { error, errors } = failure;
  return {
    error: typeof error === 'string' ? error : undefined,
    errors: isObject(errors) ? (errors as FieldErrors) : undefined,
  };
}
