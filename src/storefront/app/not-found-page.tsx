import { useState } from 'react';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { useSession } from './access.ts';
import { RequireSession } from './guards.tsx';
import { paths } from './paths.ts';
import { PublicShell, Shell } from './shell.tsx';

/** The 404 page, which also works without a session. */
export function NotFoundPage() {
  // Captured on arrival: signing out on this page redirects to login, as on any other.
  const [session] = useState(useSession());
  return session === null ? (
    <PublicShell>
      <NotFound />
    </PublicShell>
  ) : (
    <RequireSession>
      <Shell>
        <NotFound />
      </Shell>
    </RequireSession>
  );
}

function NotFound() {
  return (
    <MessagePage
      largeText="404"
      title="页面不存在"
      actions={
        <ButtonLink to={paths.quote} variant="primary">
          返回首页
        </ButtonLink>
      }
    >
      <p>地址有误，或者内容已被移除。</p>
    </MessagePage>
  );
}
