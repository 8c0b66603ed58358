import type { FieldErrors } from '#contract/kernel/errors.ts';
import { registerBody, registration } from '#contract/people/registration.ts';
import { openSession } from '#providers/session/auth.ts';
import { call } from '#providers/http/http.ts';
import { readDevice } from '#providers/session/device-token.ts';
import { findFieldErrors, formText } from '#storefront/ui/form/form-errors.ts';
import { CaptchaForm, type FormField } from './captcha-form.tsx';

const fields: readonly FormField[] = [
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
    name: 'confirmation',
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

/** Registers a customer and signs in. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  return (
    <CaptchaForm
      title="注册客户账号"
      submitLabel="注册并登录"
      fields={fields}
      retryField="password"
      readValues={readValues}
      validate={(values, form) => ({
        ...findFieldErrors(registerBody, values),
        ...confirmationError(formText(form, 'confirmation'), values.password),
      })}
      send={async (values) => {
        const result = await call(registration.register, { body: { ...values, ...readDevice() } });
        if (!result.ok) return result;
        openSession(result.data);
        onDone();
        return undefined;
      }}
    />
  );
}

function confirmationError(confirmation: string, password: string): FieldErrors {
  if (confirmation === '') return { confirmation: '请再次输入密码' };
  return confirmation === password ? {} : { confirmation: '两次输入的密码不一致' };
}

function readValues(form: FormData) {
  const trimmed = (name: string) => formText(form, name).trim();
  return {
    username: trimmed('username'),
    password: formText(form, 'password'),
    companyTitle: trimmed('companyTitle'),
    nickName: trimmed('nickName'),
    phone: trimmed('phone'),
    email: trimmed('email'),
  };
}
