import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { profile, profileEdit, type Profile } from '#contract/people/profile.ts';
import { loadUser } from '#providers/session/auth.ts';
import { call } from '#providers/http/http.ts';
import { findFieldErrors } from '#storefront/ui/form/form-errors.ts';
import { useUnloadGuard } from '#storefront/ui/use-unload-guard.ts';
import { fieldNames, normalizeProfile, valuesOf, type ProfileField } from './profile-fields.ts';
import { profileQuery } from './profile-query.ts';

type User = Profile['user'];

/** Unsaved changes of a user who left the page, until it is opened again. */
let unsaved: { userId: number; version: number; values: ReturnType<typeof valuesOf> } | undefined;

export function discardUnsaved(): void {
  unsaved = undefined;
}

/** State of the profile form, saved with the version it was loaded at. Calls `onInvalid` with the first invalid field. */
export function useProfileForm(user: User, onInvalid: (field: ProfileField) => void) {
  const [restored] = useState(() => (unsaved?.userId === user.userId ? unsaved : undefined));
  const [values, setValues] = useState(restored?.values ?? valuesOf(user));
  const [version, setVersion] = useState(restored?.version ?? user.version);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [conflict, setConflict] = useState<User>();
  const queryClient = useQueryClient();

  const saved = valuesOf(user);
  const isChanged = fieldNames.some((name) => values[name] !== saved[name]);
  useEffect(() => {
    unsaved = isChanged ? { userId: user.userId, version, values } : undefined;
  }, [isChanged, user.userId, version, values]);
  useUnloadGuard(isChanged);

  const resetTo = (latest: User) => {
    setValues(valuesOf(latest));
    setVersion(latest.version);
    setErrors({});
    setConflict(undefined);
  };
  const showErrors = (fieldErrors: FieldErrors) => {
    setErrors(fieldErrors);
    const first = fieldNames.find((name) => name in fieldErrors);
    if (first) onInvalid(first);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (expectedVersion: number) =>
      call(profile.update, { body: { ...normalizeProfile(values), version: expectedVersion } }),
    onSuccess: (result) => {
      if (result.ok) {
        queryClient.setQueryData(profileQuery.queryKey, result.data);
        resetTo(result.data.user);
        // Updates the name in the header; if it fails, the change shows on the next visit.
        void loadUser().catch(() => undefined);
      } else if (result.error === 'record.changed') {
        setConflict((result.data as Profile).user);
      } else if (result.errors) showErrors(result.errors);
    },
  });
  const save = (expectedVersion = version) => {
    setErrors({});
    const fieldErrors = findFieldErrors(profileEdit, {
      ...normalizeProfile(values),
      version: expectedVersion,
    });
    if (Object.keys(fieldErrors).length > 0) showErrors(fieldErrors);
    else mutate(expectedVersion);
  };
  const change = (name: ProfileField, text: string) => {
    setValues((current) => ({ ...current, [name]: text }));
    setErrors(({ [name]: _cleared, ...rest }) => rest);
  };
  return { values, errors, conflict, isSaving: isPending, isChanged, change, save, resetTo };
}
