import type { ReactNode } from 'react';
import { usePermission } from './use-permission.ts';

interface Props {
  permission: string;
  /** Shown to users without the permission. */
  fallback: ReactNode;
  children: ReactNode;
}

export function Permitted({ permission, fallback, children }: Props) {
  return usePermission(permission) ? children : fallback;
}
