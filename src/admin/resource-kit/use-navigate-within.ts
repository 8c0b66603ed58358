import { useLocation, useNavigate } from 'react-router';
import type { Row } from '../field-types/field.ts';
import type { Resource } from './define-resource.ts';

/** Navigates between the list and its drawers; the list keeps its filters, sort order and page. */
export function useNavigateWithin({ path }: Resource) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const go = (pathname: string) => void navigate({ pathname, search });
  return {
    goList: () => go(path),
    goCreate: () => go(`${path}/create`),
    /** Opens the form of a new record with these initial values. */
    goCreateWith: (proposed: Row) =>
      void navigate({ pathname: `${path}/create`, search }, { state: { proposed } }),
    goEdit: (id: number) => go(`${path}/${id}/edit`),
    goCopy: (id: number) => go(`${path}/${id}/copy`),
    goDetail: (id: number) => go(`${path}/${id}`),
    /** The address of a record's details, for links. */
    detailAddress: (id: number) => ({ pathname: `${path}/${id}`, search }),
    panelAddress: (id: number, panel: string) => ({ pathname: `${path}/${id}/${panel}`, search }),
    editAddress: (id: number) => ({ pathname: `${path}/${id}/edit`, search }),
    copyAddress: (id: number) => ({ pathname: `${path}/${id}/copy`, search }),
  };
}
