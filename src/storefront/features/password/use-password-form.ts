import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { setPasswordBody } from '#contract/people/authentication.ts';
import { setPassword } from '#providers/session/auth.ts';
import { findFieldErrors } from '#storefront/ui/form/form-errors.ts';

export const fieldNames = ['oldPassword', 'newPassword', 'confirmation'] as const;
export type PasswordField = (typeof fieldNames)[number];
type Values = Readonly<Record<PasswordField, string>>;

const emptyValues: Values = { oldPassword: '', newPassword: '', confirmation: '' };

/** State of the password form. Calls `onInvalid` with the first invalid field. */
export function usePasswordForm(onInvalid: (field: PasswordField) => void) {
  const [values, setValues] = useState(emptyValues);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** An error without a field. */
  const [failure, setFailure] = useState<string>();

  const showErrors = (fieldErrors: FieldErrors) => {
    setErrors(fieldErrors);
    const first = fieldNames.find((name) => name in fieldErrors);
    if (first) onInvalid(first);
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
    const fieldErrors = validate(values);
    if (Object.keys(fieldErrors).length > 0) showErrors(fieldErrors);
    else mutate();
  };
  const change = (name: PasswordField, text: string) => {
    setValues((current) => ({ ...current, [name]: text }));
    setErrors(({ [name]: _cleared, ...rest }) => rest);
  };
  return { values, errors, failure, isBusy: isPending, isDone: isSuccess && data.ok, change, save };
}

function validate({ oldPassword, newPassword, confirmation }: Values): FieldErrors {
  const fieldErrors = findFieldErrors(setPasswordBody, { oldPassword, newPassword });
  if (newPassword === '') fieldErrors['newPassword'] = '请输入新密码';
  else if (newPassword === oldPassword) fieldErrors['newPassword'] = '新密码不能与当前密码相同';
  if (confirmation === '') fieldErrors['confirmation'] = '请再次输入新密码';
  else if (confirmation !== newPassword) fieldErrors['confirmation'] = '两次输入的新密码不一致';
  return fieldErrors;
}
