import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { PageLoadError, retryFailedPages } from '#providers/lazy-view.ts';
import { CallError } from '#providers/http/result.ts';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { paths } from './paths.ts';
import { useOnline } from './use-online.ts';

interface ErrorPageProps {
  error: unknown;
  onRetry: () => void;
}

/** Explains an error and how to continue. */
export function ErrorPage({ error, onRetry }: ErrorPageProps) {
  return isConnectionError(error) ? (
    <ConnectionPage error={error} onRetry={onRetry} />
  ) : (
    <MessagePage title={titleOf(error)} actions={<ReloadButtons />}>
      <p>{errorText(error)}</p>
    </MessagePage>
  );
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof CallError
    ? error.error === 'network' || error.error === 'timeout'
    : error instanceof PageLoadError && error.isOffline;

const titleOf = (error: unknown) =>
  error instanceof CallError || error instanceof PageLoadError ? '页面暂时打不开' : '页面出错了';

/** Does not reload, so that input is kept; retries automatically once the server is reachable. */
function ConnectionPage({ error, onRetry }: ErrorPageProps) {
  const isOnline = useOnline();
  const { reset } = useQueryErrorResetBoundary();
  const retry = () => {
    retryFailedPages();
    // Otherwise a failed query rethrows instead of refetching.
    reset();
    onRetry();
  };
  const [wasOffline] = useState(!isOnline);
  const isServerReachable = useReachable(wasOffline && isOnline);
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (isServerReachable) retryNow();
  }, [isServerReachable]);
  return (
    <MessagePage
      title={isOnline ? '页面暂时打不开' : '网络已断开'}
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            重试
          </Button>
          {/* Offline, a reload would end on the browser's own error page. */}
          {isOnline && <Button onClick={reload}>重新加载</Button>}
        </>
      }
    >
      <p>
        {!isOnline
          ? '网络恢复后会自动打开这个页面。可以返回上一页继续查看和填写，内容不会丢失。'
          : error instanceof CallError
            ? error.message
            : '网络已恢复，请重试。'}
      </p>
    </MessagePage>
  );
}

/**
 * Whether the server has responded since `isEnabled` was set. A browser may report a network that is not usable yet, and does not
 * retry a failed script until the page is reloaded.
 */
function useReachable(isEnabled: boolean): boolean {
  const { isSuccess } = useQuery({
    queryKey: ['reachable'],
    queryFn: async ({ signal }) => (await fetch('/', { method: 'HEAD', cache: 'no-store', signal })).status,
    enabled: isEnabled,
    retry: true,
    networkMode: 'always',
    gcTime: 0,
  });
  return isSuccess;
}

const reload = () => globalThis.location.reload();

function ReloadButtons() {
  // Both buttons reload the page, because more than this part may be broken.
  return (
    <>
      <Button variant="primary" onClick={reload}>
        重新加载
      </Button>
      <Button onClick={() => globalThis.location.assign(paths.quote)}>返回首页</Button>
    </>
  );
}

function errorText(error: unknown): string {
  if (error instanceof PageLoadError) {
    return '页面没有下载完整，可能是网络不稳定，或者系统刚刚更新。请重新加载，已填写的内容不会丢失。';
  }
  if (!(error instanceof CallError)) return '程序运行异常，请重新加载页面；如果仍然出现，请联系我们。';
  return error.requestId === '' ? error.message : `${error.message}（请求编号 ${error.requestId}）`;
}
