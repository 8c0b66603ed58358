import { useRef, useState, type InputHTMLAttributes, type SubmitEvent } from 'react';
import type { FieldErrors } from '#contract/errors.ts';
import { registerBody, registration } from '#contract/registration.ts';
import { call } from '#providers/http.ts';
import { CallError, type Failure } from '#providers/result.ts';
import { setToken } from '#providers/session-store.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/field.tsx';
import { findFieldErrors, formText } from '#storefront/ui/form-errors.ts';
import { CaptchaField } from './captcha-field.tsx';
import { useCaptcha } from './captcha-query.ts';
import styles from './login-page.module.css';

interface Look extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'maxLength'> {
  name: string;
  label: string;
  hint?: string;
  isRequired?: true;
}

const fields: readonly Look[] = [
  {
    name: 'username',
    label: '用户名',
    hint: '用它登录，2 个字符起',
    isRequired: true,
    autoComplete: 'username',
    maxLength: 64,
  },
  {
    name: 'password',
    label: '密码',
    type: 'password',
    hint: '至少 8 个字符，可以是一句话',
    isRequired: true,
    autoComplete: 'new-password',
    maxLength: 128,
  },
  {
    name: 'repeated',
    label: '再次输入密码',
    type: 'password',
    isRequired: true,
    autoComplete: 'new-password',
    maxLength: 128,
  },
  { name: 'companyTitle', label: '公司名称', isRequired: true, autoComplete: 'organization', maxLength: 100 },
  { name: 'nickName', label: '姓名', isRequired: true, autoComplete: 'name', maxLength: 60 },
  { name: 'phone', label: '电话', type: 'tel', autoComplete: 'tel', maxLength: 30 },
  { name: 'email', label: '邮箱', autoComplete: 'email', maxLength: 100 },
];

/** Asks who one is; the account is open at once. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const captcha = useCaptcha();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    const first = [...fields.map(({ name }) => name), 'code'].find((name) => name in found);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const fail = (answer: Failure) => {
    captcha.renew();
    const code = form.current?.querySelector<HTMLInputElement>('[name=code]');
    if (code) code.value = '';
    if (answer.errors) refuse(answer.errors);
    else if (answer.error === 'login.captcha') refuse({ code: answer.msg });
    else setFailure(answer.msg);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const values = readForm(data, captcha.picture);
    const found = findFieldErrors(registerBody, values);
    if (values.code === '') found['code'] = '请输入验证码';
    if (formText(data, 'repeated') !== values.password) found['repeated'] = '两次输入的密码不一致';
    setFailure(undefined);
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    setBusy(true);
    try {
      const result = await call(registration.register, { body: values });
      if (!result.ok) return fail(result);
      setToken(result.data.token);
      onDone();
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
      <h1>注册客户账号</h1>
      {fields.map((look) => (
        <TextField
          key={look.name}
          {...look}
          autoCapitalize="none"
          spellCheck={false}
          error={errors[look.name]}
        />
      ))}
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
        注册并登录
      </Button>
    </form>
  );
}

function readForm(data: FormData, picture: { id: string; enabled: boolean } | undefined) {
  const trimmed = (name: string) => formText(data, name).trim();
  const person = {
    username: trimmed('username'),
    password: formText(data, 'password'),
    companyTitle: trimmed('companyTitle'),
    nickName: trimmed('nickName'),
    phone: trimmed('phone'),
    email: trimmed('email'),
  };
  if (picture?.enabled === false) return { ...person, code: undefined, uuid: undefined };
  return { ...person, code: trimmed('code'), uuid: picture?.id };
}
