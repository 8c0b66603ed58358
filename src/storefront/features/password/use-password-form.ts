import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { setPasswordBody } from '#contract/people/authentication.ts';
import { setPassword } from '#providers/session/auth.ts';
import { findFieldErrors } from '#storefront/ui/form/form-errors.ts';

export const fieldNames = ['oldPassword', 'newPassword', 'repeated'] as const;
export type PasswordField = (typeof fieldNames)[number];
type Values = Readonly<Record<PasswordField, string>>;

const emptyValues: Values = { oldPassword: '', newPassword: '', repeated: '' };

/** State of the password form. Calls `onRefused` with the first invalid field. */
export function usePasswordForm(onRefused: (field: PasswordField) => void) {
  const [values, setValues] = useState(emptyValues);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** An error without a field. */
  const [failure, setFailure] = useState<string>();

  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const first = fieldNames.find((name) => name in found);
    if (first) onRefused(first);
  };
  const { mutate, isPending, isSuccess, data, reset } = useMutation({
    mutationFn: () => setPassword(values.oldPassword, values.newPassword),
    onSuccess: (result) => {
      if (result.ok) setValues(emptyValues);
      else if (result.errors) showErrors(result.errors);
      else setFailure(result.msg);
    },
    onError: (error) => setFailure(error.message),
  });
  const save = () => {
    reset();
    setErrors({});
    setFailure(undefined);
    const found = validate(values);
    if (Object.keys(found).length > 0) showErrors(found);
    else mutate();
  };
  const change = (name: PasswordField, text: string) => {
    setValues((before) => ({ ...before, [name]: text }));
    setErrors(({ [name]: _mended, ...rest }) => rest);
  };
  return { values, errors, failure, isBusy: isPending, isDone: isSuccess && data.ok, change, save };
}

function validate({ oldPassword, newPassword, repeated }: Values): FieldErrors {
  const found = findFieldErrors(setPasswordBody, { oldPassword, newPassword });
  if (newPassword === '') found['newPassword'] = '请输入新密码';
  else if (newPassword === oldPassword) found['newPassword'] = '新密码不能与当前密码相同';
  if (repeated === '') found['repeated'] = '请再次输入新密码';
  else if (repeated !== newPassword) found['repeated'] = '两次输入的新密码不一致';
  return found;
}
