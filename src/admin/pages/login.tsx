import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { sessions } from '#contract/sessions.ts';
import { currentUser } from '#providers/auth.ts';
import { call } from '#providers/http.ts';
import { getToken } from '#providers/session-store.ts';
import { returnPath } from '../app/paths.ts';
import { Entrance } from './entrance.tsx';
import { Loading } from './loading.tsx';
import { LoginForm } from './login-form.tsx';

/** Is the stored token still good? A 401 clears it, and any failure leaves the form. */
async function hasSession(): Promise<boolean> {
  if (getToken() === null) return false;
  const profile = await call(sessions.profile, { quiet: true });
  return profile.ok;
}

/** `/admin/login`: who is signed in already goes on at once. */
export function LoginPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: isSignedIn, isPending } = useQuery({ queryKey: ['auth', 'entry'], queryFn: hasSession });

  async function enter() {
    await currentUser();
    queryClient.removeQueries({ queryKey: ['auth'] });
    await navigate(returnPath(search), { replace: true });
  }

  if (isPending) return <Loading />;
  if (isSignedIn) return <Navigate to={returnPath(search)} replace />;
  return (
    <Entrance hint="请使用员工账号登录">
      <LoginForm onSignedIn={enter} />
    </Entrance>
  );
}
