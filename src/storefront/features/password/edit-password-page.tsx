import { useRef, useState } from 'react';
import { customerPermissions } from '#contract/kernel/permissions.ts';
import { getUser } from '#providers/session/session-store.ts';
import { Button } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import { TextField } from '#storefront/ui/form/field.tsx';
import { Note } from '#storefront/ui/note.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import styles from './edit-password-page.module.css';
import { usePasswordForm, type PasswordField } from './use-password-form.ts';
import { passwordStrength, type Strength } from './password-strength.ts';

/** Whether the user is staff, who need longer passwords; guessed from permissions; the server decides. */
const isStaff = (codes: readonly string[] = []) => codes.some((code) => !customerPermissions.has(code));

const fieldsFor = (minLength: number): readonly { name: PasswordField; label: string; hint?: string }[] => [
  { name: 'oldPassword', label: '当前密码' },
  { name: 'newPassword', label: '新密码', hint: `至少 ${minLength} 个字符，可以是一句话` },
  { name: 'confirmation', label: '再次输入新密码' },
];

/** Changes the user's password; ends all other sessions. */
export function EditPasswordPage() {
  usePageTitle('修改密码');
  const user = getUser();
  const username = user?.userName ?? '';
  const fields = fieldsFor(isStaff(user?.buttons) ? 12 : 8);
  const [isShown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, failure, isBusy, isDone, change, save } = usePasswordForm((field) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus(),
  );
  return (
    <section className={classNames(page.card, styles.card)} aria-labelledby="password-title">
      <h1 id="password-title">修改密码</h1>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {/* Tells password managers the account. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {fields.map(({ name, label, hint }) => (
          <div key={name} className={styles.field}>
            <TextField
              label={label}
              hint={hint}
              name={name}
              type={isShown ? 'text' : 'password'}
              autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={128}
              value={values[name]}
              error={errors[name]}
              onChange={(event) => change(name, event.target.value)}
            />
            {name === 'newPassword' && <StrengthBar password={values.newPassword} username={username} />}
          </div>
        ))}
        <label className={styles.show}>
          <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          显示密码
        </label>
        {failure !== undefined && <Note tone="danger">{failure}</Note>}
        {isDone && <Note role="status">密码已修改。其他设备上的登录已全部退出，本次登录继续有效。</Note>}
        <div>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            修改密码
          </Button>
        </div>
      </form>
    </section>
  );
}

interface StrengthBarProps {
  password: string;
  username: string;
}

const labels: Readonly<Record<Strength, string>> = {
  weak: '弱，再长一些，或者换成一句只有自己知道的话',
  fair: '中，再长一些更好',
  strong: '强',
};

/** Shows the strength while typing; always rendered, to avoid layout shift. */
function StrengthBar({ password, username }: StrengthBarProps) {
  const strength = password === '' ? undefined : passwordStrength(password, username);
  return (
    <div className={classNames(styles.strength, strength && styles[strength])}>
      <span className={styles.bar} aria-hidden="true" />
      <p role="status">密码强度：{strength === undefined ? '—' : labels[strength]}</p>
    </div>
  );
}
