import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { profile } from '#contract/profile.ts';
import { call } from '#providers/http.ts';
import { getToken, subscribe } from '#providers/session-store.ts';
import { returnPath } from '../app/paths.ts';
import { Entrance } from './entrance.tsx';
import { Loading } from './loading.tsx';
import { LoginForm } from './login-form.tsx';

/**
 * `/admin/login`: whoever has a token, an old one or one that the form just brought, goes on as soon as the profile
 * shows that it is good.
 */
export function LoginPage() {
  const { search } = useLocation();
  const hasToken = useSyncExternalStore(subscribe, getToken) !== null;
  const { data: isGood, isPending } = useQuery({
    queryKey: ['auth', 'entry'],
    queryFn: async () => (await call(profile.read)).ok,
    enabled: hasToken,
  });

  if (hasToken && isGood) return <Navigate to={returnPath(search)} replace />;
  if (hasToken && isPending) return <Loading />;
  return (
    <Entrance hint="请使用员工账号登录">
      <LoginForm />
    </Entrance>
  );
}
