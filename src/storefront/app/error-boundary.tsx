import { Component, type ReactNode } from 'react';
import { CallError } from '#providers/result.ts';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { paths } from './paths.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Where one is: what broke somewhere else is forgotten. */
  place?: string;
}

interface ErrorBoundaryState {
  error: unknown;
  place?: string;
}

/** What can't be shown says why, and how to go on. A class, because React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return place === state.place ? null : { error: undefined, place };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorPage error={error} />;
  }
}

function ErrorPage({ error }: { error: unknown }) {
  // Both start anew: what is broken may be more than this page.
  const reload = () => globalThis.location.reload();
  const goHome = () => globalThis.location.assign(paths.quote);
  return (
    <MessagePage
      title={error instanceof CallError ? '页面暂时打不开' : '页面出错了'}
      actions={
        <>
          <Button variant="primary" onClick={reload}>
            重新加载
          </Button>
          <Button onClick={goHome}>返回首页</Button>
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
