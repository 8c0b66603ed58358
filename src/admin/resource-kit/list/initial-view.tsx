import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ListSkeleton } from '../../components/page/list-skeleton.tsx';
import type { Resource } from '../define-resource.ts';
import { useInitialSearch } from './use-views.ts';

/** Applies the user's initial view to a list that is opened without parameters. */
export function InitialView({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const initial = useInitialSearch(resource, search);
  if (initial === 'loading') return <ListSkeleton />;
  if (initial) return <Navigate to={{ pathname, search: initial.search }} replace />;
  return children;
}
