import { useLocation, useNavigate } from 'react-router';
import type { Resource } from './define-resource.ts';

/** Moves between the list and its drawers; the list behind keeps its filters, sort and page. */
export function useNavigateWithin({ path }: Resource) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const go = (pathname: string) => void navigate({ pathname, search });
  return {
    goList: () => go(path),
    goCreate: () => go(`${path}/create`),
    goEdit: (id: number) => go(`${path}/${id}/edit`),
    /** For links: where a record's detail is. */
    detailAddress: (id: number) => ({ pathname: `${path}/${id}`, search }),
    editAddress: (id: number) => ({ pathname: `${path}/${id}/edit`, search }),
  };
}
