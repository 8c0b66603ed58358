import { useState, type SubmitEvent } from 'react';
import { notify } from '#providers/notices.ts';
import { messageOf, type Failure } from '#providers/http/result.ts';
import { loginWithCode, normalizeCode } from '#providers/session/second-factor.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { formText } from '#storefront/ui/form/form-errors.ts';
import styles from './login-page.module.css';

interface CodeFormProps {
  /** The `login.second_factor` failure, which contains the ticket. */
  challenge: Failure;
  onDone: () => void;
  onMustChangePassword: () => void;
  /** Called to return to user name and password. */
  onCancel: (notice?: string) => void;
}

/** The second step of a login: an authenticator code or a recovery code. */
export function CodeForm({ challenge, onDone, onMustChangePassword, onCancel }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.querySelector<HTMLInputElement>('[name=code]');
    const code = normalizeCode(formText(new FormData(form), 'code'));
    const fail = (msg: string) => {
      setError(msg);
      field?.select();
    };
    if (code === '') return fail(isRecovery ? '请输入恢复码' : '请输入验证码');
    setError(undefined);
    setBusy(true);
    try {
      const result = await loginWithCode(challenge, code);
      if (!result.ok) return result.error === 'login.ticket' ? onCancel(result.msg) : fail(result.msg);
      notify({ type: 'success', message: '登录成功' });
      if (result.data.mustChangePassword) onMustChangePassword();
      else onDone();
    } catch (failure) {
      fail(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>双重验证</h1>
      <TextField
        // Changing the key clears the input.
        key={String(isRecovery)}
        label={isRecovery ? '恢复码' : '验证码'}
        hint={isRecovery ? '启用双重验证时保存的恢复码，每个只能用一次' : '请输入手机验证器上的 6 位数字'}
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        autoFocus
        error={error}
      />
      <Button type="submit" variant="primary" size="large" isBlock isBusy={isBusy}>
        继续登录
      </Button>
      <Button
        variant="ghost"
        isBlock
        onClick={() => {
          setRecovery(!isRecovery);
          setError(undefined);
        }}
      >
        {isRecovery ? '使用验证码' : '使用恢复码'}
      </Button>
      <Button variant="ghost" isBlock onClick={() => onCancel()}>
        换一个账号
      </Button>
    </form>
  );
}
