import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A new value clears the error. */
  resetKey?: string;
}

interface ErrorBoundaryState {
  error: unknown;
  resetKey?: string;
}

/** Renders an error page in place of children that throw. A class, because React has no hook for it. */
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
    const retry = () => this.setState({ error: undefined });
    return error === undefined ? this.props.children : <ErrorPage error={error} onRetry={retry} />;
  }
}
