import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { logout } from '#providers/session/auth.ts';
import type { Failure } from '#providers/http/result.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { useResetAccess, type Access } from '#storefront/app/access.ts';
import { paths, returnPath } from '#storefront/app/paths.ts';
import { PageSkeleton } from '#storefront/app/page-skeleton.tsx';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { useCaptcha } from './captcha-query.ts';
import { LoginForm } from './login-form.tsx';
import styles from './login-page.module.css';

// Loaded on demand: few users need them, and every first visit loads this page.
const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }));
const NewPasswordForm = lazy(async () => ({
  default: (await import('./new-password-form.tsx')).NewPasswordForm,
}));
const ShopIntro = lazy(async () => ({ default: (await import('./shop-intro.tsx')).ShopIntro }));
const SecondFactorNotice = lazy(async () => ({
  default: (await import('./second-factor-notice.tsx')).SecondFactorNotice,
}));

interface LoginPageProps {
  /** Why the user has to sign in. */
  access: Access;
}

/** A step after the initial one. */
type Step =
  | { kind: 'password'; password: string }
  | { kind: 'code'; challenge: Failure; password: string }
  | { kind: 'login'; notice?: string };

/** Login, followed by second factor and change of an initial password if required. */
export function LoginPage({ access }: LoginPageProps) {
  usePageTitle('登录');
  const [step, setStep] = useState<Step>();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const resetAccess = useResetAccess();
  const proceed = () => {
    resetAccess();
    navigate(returnPath(search.get('from')), { replace: true });
  };
  const signOut = () => void logout().then(() => setStep({ kind: 'login' }));
  const current =
    step?.kind ?? (access === 'must-change-password' || access === 'must-set-up-2fa' ? access : 'login');
  const isLogin = current === 'login';
  const { isReady } = useCaptcha({ enabled: isLogin });
  if (isLogin && !isReady) return <PageSkeleton />;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <Suspense>
          {step?.kind === 'code' ? (
            <CodeForm
              challenge={step.challenge}
              onDone={proceed}
              onMustChangePassword={() => setStep({ kind: 'password', password: step.password })}
              onCancel={(notice) => setStep({ kind: 'login', notice })}
            />
          ) : current === 'must-set-up-2fa' ? (
            <SecondFactorNotice onCancel={signOut} />
          ) : isLogin ? (
            <LoginForm
              notice={step?.kind === 'login' ? step.notice : access === 'no-menus' ? NO_MENUS : undefined}
              onDone={proceed}
              onMustChangePassword={(password) => setStep({ kind: 'password', password })}
              onCodeRequired={(challenge, password) => setStep({ kind: 'code', challenge, password })}
            />
          ) : (
            <NewPasswordForm
              oldPassword={step?.kind === 'password' ? step.password : undefined}
              onDone={proceed}
              onCancel={signOut}
            />
          )}
        </Suspense>
      </div>
      {isLogin && <Help />}
      {isLogin && (
        <div className={styles.shop}>
          <Suspense>
            <ShopIntro />
          </Suspense>
        </div>
      )}
    </main>
  );
}

const NO_MENUS = '该账号没有可用的功能，请联系管理员，或换一个账号登录。';

function Help() {
  const { data } = useQuery(appConfigQuery);
  return (
    <p className={styles.slogan}>
      忘记密码？请联系管理员重置。
      {data?.[configKeys.registration] === 'on' && <Link to={paths.register}>注册账号</Link>}
      <Link to={paths.verify()}>核对报价单真伪</Link>
    </p>
  );
}
