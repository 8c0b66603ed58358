import { loginBody } from '#contract/people/authentication.ts';
import { login } from '#providers/session/auth.ts';
import type { Failure } from '#providers/http/result.ts';
import { findFieldErrors, formText } from '#storefront/ui/form/form-errors.ts';
import { CaptchaForm, type FormField } from './captcha-form.tsx';

interface LoginFormProps {
  /** Why the user has to sign in. */
  notice?: string;
  onDone: () => void;
  /** Called after signing in with an initial password, which must be changed. */
  onMustChangePassword: (password: string) => void;
  /** Called if the password was correct and a second factor is required. */
  onCodeRequired: (challenge: Failure, password: string) => void;
}

const fields: readonly FormField[] = [
  { name: 'username', label: '用户名', autoComplete: 'username', maxLength: 64, autoFocus: true },
  {
    name: 'password',
    label: '密码',
    type: 'password',
    autoComplete: 'current-password',
    maxLength: 128,
  },
];

export function LoginForm({ notice, onDone, onMustChangePassword, onCodeRequired }: LoginFormProps) {
  return (
    <CaptchaForm
      title="登录"
      submitLabel="登录"
      notice={notice}
      fields={fields}
      retryField="password"
      readValues={(form) => ({
        username: formText(form, 'username').trim(),
        password: formText(form, 'password'),
      })}
      validate={(values) => findFieldErrors(loginBody, values)}
      send={async (values) => {
        const result = await login(values);
        if (result.error === 'login.second_factor') onCodeRequired(result, values.password);
        else if (!result.ok) return result;
        else if (result.data.mustChangePassword) onMustChangePassword(values.password);
        else onDone();
        return undefined;
      }}
    />
  );
}
