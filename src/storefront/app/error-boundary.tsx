import { Component, type ReactNode } from 'react';
import { CallError } from '#providers/result.ts';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { paths } from './paths.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Identifies what is shown: a new value clears the error. */
  resetKey?: string;
}

interface ErrorBoundaryState {
  error: unknown;
  resetKey?: string;
}

/** Shows why something cannot be displayed, and how to continue. A class, because React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorPage error={error} />;
  }
}

function ErrorPage({ error }: { error: unknown }) {
  // Both actions reload the page: more than this part may be broken.
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
