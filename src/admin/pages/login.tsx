import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { loadUser } from '#providers/session/auth.ts';
import { isObject } from '#providers/browser-storage.ts';
import type { Failure } from '#providers/http/result.ts';
import { getToken, subscribe } from '#providers/session/session-store.ts';
import { returnPath } from '../session/paths.ts';
import { Entrance } from './entrance.tsx';
import { Loading } from '../components/page/loading.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './pages.module.css';
import { useCaptcha } from './use-captcha.ts';

const CodeForm = lazy(() => import('./code-form.tsx').then((m) => ({ default: m.CodeForm })));

/** Redirects a signed-in user once the server has accepted the token. */
export function LoginPage() {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const refusedUsername =
    isObject(state) && typeof state['refused'] === 'string' ? state['refused'] : undefined;
  const [challenge, setChallenge] = useState<Failure>();
  const [notice, setNotice] = useState<string>();
  const hasToken = useSyncExternalStore(subscribe, getToken) !== null;
  const { data, isError, isPending } = useQuery({
    queryKey: ['auth', 'entry'],
    queryFn: async () => (await loadUser()) !== undefined,
    enabled: hasToken,
  });
  // If the request failed, the next page shows the error.
  const isAccepted = data === true || isError;
  const { isSettled } = useCaptcha({ enabled: !challenge && !(hasToken && (isAccepted || isPending)) });

  if (hasToken && isAccepted) return <Navigate to={returnPath(search)} replace />;
  if (hasToken && isPending) return <Loading />;
  if (challenge) {
    return (
      <Entrance hint="双重验证">
        <Suspense fallback={<Loading />}>
          <CodeForm
            challenge={challenge}
            onCancel={(failure) => {
              setChallenge(undefined);
              setNotice(failure);
            }}
          />
        </Suspense>
      </Entrance>
    );
  }
  if (!isSettled) return <Loading />;
  return (
    <Entrance hint="请使用员工账号登录">
      {refusedUsername === undefined ? null : (
        <Alert
          type="warning"
          showIcon
          title={`${refusedUsername} 没有管理后台的任何权限，已退出登录`}
          description={
            <>
              请联系管理员分配角色，或换一个员工账号登录。客户请到 <a href="/">报价首页</a>。
            </>
          }
        />
      )}
      <LoginForm notice={notice} onCodeRequired={setChallenge} />
      <p className={styles.hint}>忘记密码？请联系管理员重置。</p>
    </Entrance>
  );
}
