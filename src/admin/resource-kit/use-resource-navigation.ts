import { useLocation, useNavigate } from 'react-router';
import type { Row } from '../field-types/field.ts';
import type { Resource } from './define-resource.ts';

/** Navigates between the list and its drawers, and keeps the list's filters, sort order and page. */
export function useResourceNavigation({ path }: Resource) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const go = (pathname: string) => void navigate({ pathname, search });
  return {
    goList: () => go(path),
    goCreate: () => go(`${path}/create`),
    goCreateWith: (proposed: Row) =>
      void navigate({ pathname: `${path}/create`, search }, { state: { proposed } }),
    goEdit: (id: number) => go(`${path}/${id}/edit`),
    goCopy: (id: number) => go(`${path}/${id}/copy`),
    goDetail: (id: number) => go(`${path}/${id}`),
    detailPath: (id: number) => ({ pathname: `${path}/${id}`, search }),
    panelPath: (id: number, panel: string) => ({ pathname: `${path}/${id}/${panel}`, search }),
    editPath: (id: number) => ({ pathname: `${path}/${id}/edit`, search }),
    copyPath: (id: number) => ({ pathname: `${path}/${id}/copy`, search }),
  };
}
