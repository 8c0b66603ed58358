import { Forbidden } from '../components/forbidden.tsx';
import type { Resource } from './define-resource.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';

/** What a link to a drawer shows to somebody who may open the list only. */
export function ForbiddenDrawer({ resource }: { resource: Resource }) {
  const { goList } = useNavigateWithin(resource);
  return (
    <RecordDrawer title={resource.label} onClose={goList}>
      <Forbidden />
    </RecordDrawer>
  );
}
