import { useQueryClient } from '@tanstack/react-query';
import { secondFactor } from '#contract/people/second-factor.ts';
import { useEndpoint } from '../calls/use-endpoint.ts';
import { Dialog } from '../components/dialog.tsx';
import { SESSION_QUERIES, useAdminSession } from '../session/session.ts';
import { Loading } from '../components/page/loading.tsx';
import { ManageSecondFactor } from './manage.tsx';
import { SecondFactorSetup } from './set-up.tsx';

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAdminSession();
  const queryClient = useQueryClient();
  const { data } = useEndpoint(secondFactor.state, {
    quiet: false,
    queryKey: ['second-factor', user.userId],
    gcTime: 0,
    // A refetch would return the changed state and hide the recovery codes.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const finish = () => {
    onClose();
    // A user who has switched off a required second factor may no longer use the back office.
    void queryClient.invalidateQueries({ queryKey: SESSION_QUERIES });
  };
  return (
    <Dialog title="双重验证" footer={null} mask={{ closable: false }} onCancel={onClose} destroyOnHidden>
      {!data ? (
        <Loading />
      ) : data.isOn ? (
        <ManageSecondFactor state={data} onChanged={finish} />
      ) : (
        <SecondFactorSetup onDone={finish} />
      )}
    </Dialog>
  );
}
