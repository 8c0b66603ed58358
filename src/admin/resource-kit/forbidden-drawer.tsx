import { Forbidden } from '../components/page/forbidden.tsx';
import type { Resource } from './define-resource.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useResourceNavigation } from './use-resource-navigation.ts';

/** Replaces a drawer for users with access only to the list. */
export function ForbiddenDrawer({ resource }: { resource: Resource }) {
  const { goList } = useResourceNavigation(resource);
  return (
    <RecordDrawer title={resource.label} onClose={goList}>
      <Forbidden />
    </RecordDrawer>
  );
}
