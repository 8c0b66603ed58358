import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { configKeys, loadAppConfig } from '#providers/app-config.ts';
import { logout } from '#providers/auth.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { useForgetAccess, type Access } from '#storefront/app/access.ts';
import { paths, returnAddress } from '#storefront/app/paths.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';
import { NewPasswordForm } from './new-password-form.tsx';

interface LoginPageProps {
  /** Why one is here. */
  access: Access;
}

/** Signing in, and the first own password before anything else. */
export function LoginPage({ access }: LoginPageProps) {
  usePageTitle('登录');
  const [typedPassword, setTypedPassword] = useState<string>();
  const [hasLeft, setLeft] = useState(false);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const forgetAccess = useForgetAccess();
  const goOn = () => {
    forgetAccess();
    navigate(returnAddress(search.get('from')), { replace: true });
  };
  const leave = async () => {
    await logout();
    setTypedPassword(undefined);
    setLeft(true);
  };
  const mustChange = typedPassword !== undefined || (access === 'must-change-password' && !hasLeft);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        {mustChange ? (
          <NewPasswordForm oldPassword={typedPassword} onDone={goOn} onLeave={() => void leave()} />
        ) : (
          <LoginForm
            notice={
              access === 'no-menus' ? '该账号没有可用的功能，请联系管理员，或换一个账号登录。' : undefined
            }
            onDone={goOn}
            onMustChangePassword={setTypedPassword}
          />
        )}
      </div>
      {!mustChange && <Help />}
      <p className={styles.slogan}>选材料、选工艺，价格与交期立等可见</p>
    </main>
  );
}

/** For those who cannot sign in. */
function Help() {
  const { data } = useQuery({ queryKey: ['app-config'], queryFn: loadAppConfig, staleTime: Infinity });
  return (
    <p className={styles.slogan}>
      忘记密码？请联系管理员重置。
      {data?.[configKeys.registration] === 'on' && <Link to={paths.register}>注册账号</Link>}
    </p>
  );
}
