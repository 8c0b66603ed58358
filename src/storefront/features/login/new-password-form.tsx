import { useState, type SubmitEvent } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { setPasswordBody } from '#contract/people/authentication.ts';
import { setPassword } from '#providers/session/auth.ts';
import { messageOf } from '#providers/http/result.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { findFieldErrors, formText } from '#storefront/ui/form/form-errors.ts';
import { Note } from '#storefront/ui/note.tsx';
import styles from './login-page.module.css';

interface NewPasswordFormProps {
  /** The password used to sign in; if undefined, the form asks for it. */
  oldPassword?: string;
  onDone: () => void;
  /** Signs out. */
  onCancel: () => void;
}

/** Forces a new password, because other people may know the initial one. */
export function NewPasswordForm({ oldPassword, onDone, onCancel }: NewPasswordFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const values = {
      oldPassword: oldPassword ?? formText(form, 'oldPassword'),
      newPassword: formText(form, 'newPassword'),
    };
    const fieldErrors = findFieldErrors(setPasswordBody, values);
    if (formText(form, 'confirmation') !== values.newPassword)
      fieldErrors['confirmation'] = '两次输入的新密码不一致';
    if (values.newPassword !== '' && values.newPassword === values.oldPassword) {
      fieldErrors['newPassword'] = '新密码不能与当前密码相同';
    }
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length > 0) return;
    setBusy(true);
    try {
      const result = await setPassword(values.oldPassword, values.newPassword);
      if (result.ok) onDone();
      else setErrors(result.errors ?? { newPassword: result.msg });
    } catch (error) {
      setErrors({ newPassword: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>设置新密码</h1>
      <Note tone="warning">首次登录需要先设置您自己的密码。</Note>
      {oldPassword === undefined && (
        <TextField
          label="当前密码"
          name="oldPassword"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          autoFocus
          error={errors['oldPassword']}
        />
      )}
      <TextField
        label="新密码"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        autoFocus={oldPassword !== undefined}
        hint="至少 8 个字符，可以是一句话"
        error={errors['newPassword'] ?? (oldPassword === undefined ? undefined : errors['oldPassword'])}
      />
      <TextField
        label="再次输入新密码"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        error={errors['confirmation']}
      />
      <Button type="submit" variant="primary" size="large" isBlock isBusy={isBusy}>
        保存并继续
      </Button>
      <Button variant="ghost" isBlock onClick={onCancel}>
        换一个账号
      </Button>
    </form>
  );
}
