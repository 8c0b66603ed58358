import { useLocation, useNavigate } from 'react-router';
import type { Row } from '../field-types/field.ts';
import type { Resource } from './define-resource.ts';

/** Moves between the list and its drawers; the list behind keeps its filters, sort and page. */
export function useNavigateWithin({ path }: Resource) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const go = (pathname: string) => void navigate({ pathname, search });
  return {
    goList: () => go(path),
    goCreate: () => go(`${path}/create`),
    /** The form of a new record that starts with these values. */
    goCreateWith: (proposed: Row) =>
      void navigate({ pathname: `${path}/create`, search }, { state: { proposed } }),
    goEdit: (id: number) => go(`${path}/${id}/edit`),
    goDetail: (id: number) => go(`${path}/${id}`),
    /** For links: where a record's detail is. */
    detailAddress: (id: number) => ({ pathname: `${path}/${id}`, search }),
    panelAddress: (id: number, panel: string) => ({ pathname: `${path}/${id}/${panel}`, search }),
    editAddress: (id: number) => ({ pathname: `${path}/${id}/edit`, search }),
  };
}
