import { Suspense } from 'react';
import { isRouteErrorResponse, Outlet, useNavigation, useRouteError } from 'react-router';
import { CallError } from '#providers/result.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import page from '#storefront/ui/page.module.css';
import { FeedbackButton } from './feedback-button.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { paths } from './paths.ts';
import styles from './root.module.css';

/** What stands around every page, login included. */
export function Root() {
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && <div className={styles.progress} role="progressbar" aria-label="页面加载中" />}
      <OfflineBar />
      <Suspense fallback={<Starting />}>
        <Outlet />
      </Suspense>
      <FeedbackButton />
    </>
  );
}

/** Shown until the first page is there. */
export function Starting() {
  return (
    <div className={page.page}>
      <SkeletonGroup>
        <Skeleton height="56px" />
        <Skeleton height="320px" />
      </SkeletonGroup>
    </div>
  );
}

/** The nearest page that can't be shown says why, and how to go on. */
export function RootError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const reload = () => globalThis.location.reload();
  return (
    <MessagePage
      title={error instanceof CallError ? '页面暂时打不开' : '页面出错了'}
      actions={
        <>
          <Button variant="primary" onClick={reload}>
            重新加载
          </Button>
          <ButtonLink to={paths.quote}>返回首页</ButtonLink>
        </>
      }
    >
      <p>{describe(error)}</p>
    </MessagePage>
  );
}

function describe(error: unknown): string {
  if (!(error instanceof CallError)) return '程序运行异常，请重新加载页面；如果仍然出现，请联系我们。';
  return error.requestId === '' ? error.message : `${error.message}（请求编号 ${error.requestId}）`;
}
