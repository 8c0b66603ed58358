import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { configKeys, loadAppConfig } from '#providers/app-config.ts';
import { logout } from '#providers/auth.ts';
import type { Failure } from '#providers/result.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { useForgetAccess, type Access } from '#storefront/app/access.ts';
import { paths, returnAddress } from '#storefront/app/paths.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';
import { NewPasswordForm } from './new-password-form.tsx';

// Few need them, and the page is part of every first visit.
const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }));
const SetUpFirst = lazy(async () => ({ default: (await import('./set-up-first.tsx')).SetUpFirst }));

interface LoginPageProps {
  /** Why one is here. */
  access: Access;
}

/** A step of the sign-in that the last one led to. */
type Step =
  | { kind: 'password'; typed: string }
  | { kind: 'code'; owed: Failure; typed: string }
  | { kind: 'again'; notice?: string };

/** Signing in, the code of a second factor, and the first own password before anything else. */
export function LoginPage({ access }: LoginPageProps) {
  usePageTitle('登录');
  const [step, setStep] = useState<Step>();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const forgetAccess = useForgetAccess();
  const goOn = () => {
    forgetAccess();
    navigate(returnAddress(search.get('from')), { replace: true });
  };
  const leave = () => void logout().then(() => setStep({ kind: 'again' }));
  const now =
    step?.kind ?? (access === 'must-change-password' || access === 'must-set-up' ? access : 'again');
  const isLogin = now === 'again';
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <Suspense>
          {step?.kind === 'code' ? (
            <CodeForm
              owed={step.owed}
              onDone={goOn}
              onMustChangePassword={() => setStep({ kind: 'password', typed: step.typed })}
              onLeave={(notice) => setStep({ kind: 'again', notice })}
            />
          ) : now === 'must-set-up' ? (
            <SetUpFirst onLeave={leave} />
          ) : isLogin ? (
            <LoginForm
              notice={step?.kind === 'again' ? step.notice : access === 'no-menus' ? NO_MENUS : undefined}
              onDone={goOn}
              onMustChangePassword={(typed) => setStep({ kind: 'password', typed })}
              onCodeOwed={(owed, typed) => setStep({ kind: 'code', owed, typed })}
            />
          ) : (
            <NewPasswordForm
              oldPassword={step?.kind === 'password' ? step.typed : undefined}
              onDone={goOn}
              onLeave={leave}
            />
          )}
        </Suspense>
      </div>
      {isLogin && <Help />}
      <p className={styles.slogan}>选材料、选工艺，价格与交期立等可见</p>
    </main>
  );
}

const NO_MENUS = '该账号没有可用的功能，请联系管理员，或换一个账号登录。';

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
