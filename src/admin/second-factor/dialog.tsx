import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { secondFactor } from '#contract/second-factor.ts';
import { fetchData } from '#providers/http.ts';
import { SESSION_QUERIES, useAdminSession } from '../session/session.ts';
import { Loading } from '../components/loading.tsx';
import { Manage } from './manage.tsx';
import { SetUp } from './set-up.tsx';

/** One's own second factor. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAdminSession();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ['second-factor', user.userId],
    queryFn: () => fetchData(secondFactor.state),
    gcTime: 0,
    // The recovery codes are shown while the answer would already be another.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const finish = () => {
    onClose();
    // Where it is a must, switching it off closes the desk.
    void queryClient.invalidateQueries({ queryKey: SESSION_QUERIES });
  };
  return (
    <Modal open title="双重验证" footer={null} mask={{ closable: false }} onCancel={onClose} destroyOnHidden>
      {!data ? (
        <Loading />
      ) : data.isOn ? (
        <Manage state={data} onChanged={finish} />
      ) : (
        <SetUp onDone={finish} />
      )}
    </Modal>
  );
}
