import type { Resource } from '../resource-kit/define-resource.ts';
import type { AdminPage } from '../resource-kit/screen.ts';
import { screens } from '../screens/screens.ts';
import { loggedResources } from './logged-resources.ts';
import { operationLog } from './operation-log/operation-log.resource.ts';

export const resources: readonly Resource[] = [...loggedResources, operationLog];

/** All pages of the back office. Menu, routes, labels and access checks are derived from this list. */
export const adminPages: readonly AdminPage[] = [...resources, ...screens];
