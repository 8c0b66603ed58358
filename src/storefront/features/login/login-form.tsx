import { useRef, useState, type SubmitEvent } from 'react';
import { loginBody } from '#contract/sessions.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { login } from '#providers/auth.ts';
import { CallError, type Failure } from '#providers/result.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/field.tsx';
import { findFieldErrors, formText } from '#storefront/ui/form-errors.ts';
import { CaptchaField } from './captcha-field.tsx';
import { useCaptcha } from './captcha-query.ts';
import styles from './login-page.module.css';

interface LoginFormProps {
  /** Why one is here, when there is something to say. */
  notice?: string;
  onDone: () => void;
  /** Signed in with a first password, which must be changed: the one that was typed. */
  onMustChangePassword: (typedPassword: string) => void;
  /** The password was right and a code is owed. */
  onCodeOwed: (failure: Failure, typedPassword: string) => void;
}

export function LoginForm({ notice, onDone, onMustChangePassword, onCodeOwed }: LoginFormProps) {
  const captcha = useCaptcha();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const refuse = (found: FieldErrors) => {
    setErrors(found);
    const first = ['username', 'password', 'code'].find((name) => name in found);
    if (first !== undefined) focus(first);
  };
  const fail = (failure: Failure) => {
    setFailure(failure.msg);
    captcha.renew();
    const code = form.current?.querySelector<HTMLInputElement>('[name=code]');
    if (code) code.value = '';
    if (failure.errors) refuse(failure.errors);
    else focus(failure.error === 'login.captcha' ? 'code' : 'password');
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = readForm(event.currentTarget, captcha.picture);
    const found = findFieldErrors(loginBody, values);
    if (values.code === '') found['code'] = '请输入验证码';
    setFailure(undefined);
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    setBusy(true);
    try {
      const result = await login(values);
      if (result.error === 'login.second_factor') onCodeOwed(result, values.password);
      else if (!result.ok) fail(result);
      else if (result.data.mustChangePassword) onMustChangePassword(values.password);
      else onDone();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
      captcha.renew();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>登录</h1>
      {notice !== undefined && <p className={styles.notice}>{notice}</p>}
      <TextField
        label="用户名"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        error={errors['username']}
      />
      <TextField
        label="密码"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={128}
        error={errors['password']}
      />
      {captcha.isEnabled && (
        <CaptchaField
          image={captcha.picture?.data}
          isFailed={captcha.isFailed}
          onRenew={captcha.renew}
          error={errors['code']}
        />
      )}
      {failure !== undefined && <p className={styles.failure}>{failure}</p>}
      <Button type="submit" variant="primary" size="large" isBlock isBusy={isBusy}>
        登录
      </Button>
    </form>
  );
}

function readForm(element: HTMLFormElement, picture: { id: string; enabled: boolean } | undefined) {
  const form = new FormData(element);
  const names = { username: formText(form, 'username').trim(), password: formText(form, 'password') };
  if (picture?.enabled === false) return { ...names, code: undefined, uuid: undefined };
  return { ...names, code: formText(form, 'code').trim(), uuid: picture?.id };
}
