import { useQueryClient } from '@tanstack/react-query';
import { secondFactor } from '#contract/people/second-factor.ts';
import { useEndpoint } from '../calls/use-endpoint.ts';
import { Dialog } from '../components/dialog.tsx';
import { SESSION_QUERIES, useAdminSession } from '../session/session.ts';
import { Loading } from '../components/page/loading.tsx';
import { Manage } from './manage.tsx';
import { SetUp } from './set-up.tsx';

/** The user's second factor. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAdminSession();
  const queryClient = useQueryClient();
  const { data } = useEndpoint(secondFactor.state, {
    quiet: false,
    queryKey: ['second-factor', user.userId],
    gcTime: 0,
    // Not fetched again while the recovery codes are shown, because the state has already changed by then.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const finish = () => {
    onClose();
    // If a second factor is required, switching it off closes the back office.
    void queryClient.invalidateQueries({ queryKey: SESSION_QUERIES });
  };
  return (
    <Dialog title="双重验证" footer={null} mask={{ closable: false }} onCancel={onClose} destroyOnHidden>
      {!data ? (
        <Loading />
      ) : data.isOn ? (
        <Manage state={data} onChanged={finish} />
      ) : (
        <SetUp onDone={finish} />
      )}
    </Dialog>
  );
}
