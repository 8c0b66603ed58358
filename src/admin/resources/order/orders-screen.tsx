import { useParams } from 'react-router';
import { usePermission } from '../../app/screen-route.tsx';
import { ForbiddenDrawer } from '../../generated/forbidden-drawer.tsx';
import { ListScreen } from '../../generated/list-screen.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { order } from './order.resource.ts';
import { StatusTabs } from './status-tabs.tsx';

const ID = /^[1-9]\d{0,14}$/;

/** 订单管理: the list under its status tabs, and beside it the order that the address names. */
export function OrdersScreen() {
  const { id } = useParams();
  const canShow = usePermission('mfr:order:query');
  return (
    <>
      <ListScreen
        resource={order}
        tabs={{
          filters: ['status'],
          render: (state, change) => <StatusTabs state={state} onChange={change} />,
        }}
      />
      {id === undefined ? null : canShow ? (
        <OrderDrawer key={id} id={ID.test(id) ? Number(id) : 0} />
      ) : (
        <ForbiddenDrawer resource={order} />
      )}
    </>
  );
}
