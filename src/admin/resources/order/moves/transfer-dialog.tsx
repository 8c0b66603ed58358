import { Form, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { orders } from '#contract/orders/orders.ts';
import { quoteDesk, type DeskCustomer } from '#contract/orders/quote-desk.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { Dialog } from '../../../components/dialog.tsx';
import type { OrderDialogProps } from './command-dialog.tsx';
import { useDialogCall } from './use-dialog-call.ts';

const customerTitle = ({ company, nickName, username }: DeskCustomer) =>
  `${company === '' ? '' : `${company} · `}${nickName || username}（${username}）`;

/** Transfers a request to another customer. */
export function TransferDialog({ order, onDone, onCancel }: OrderDialogProps) {
  const [text, setText] = useState('');
  const [forUserId, setForUserId] = useState<number>();
  const { error, setError, isBusy, send } = useDialogCall(onDone);
  const searchText = useDeferredValue(text.trim());
  const { data, isFetching } = useEndpoint(quoteDesk.customers, {
    query: { text: searchText },
    placeholderData: (before) => before,
  });
  const customers = data?.filter(({ userId }) => userId !== order.userId);

  function submit() {
    if (forUserId === undefined) return setError('请先选择客户');
    const { id, version } = order;
    void send(orders.transfer, { params: { id }, body: { forUserId, version } });
  }

  return (
    <Dialog
      title={`更正客户：${order.orderNo}`}
      okText="转给这个客户"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={submit}
      onCancel={onCancel}
      isTransient
    >
      <p>
        询价现在属于 {order.customer.nickName}（{order.customer.username}
        ）。零件、附件和沟通记录一起转给新客户并通知他，原客户不再看到这个询价，它的分享链接失效；已生成的报价单不变。
        价格仍是原来算出的，报价前请与今日价格比较。
      </p>
      <Form layout="vertical" requiredMark={false}>
        <Form.Item
          label="客户"
          htmlFor="give-customer"
          validateStatus={error === undefined ? '' : 'error'}
          help={error === undefined ? null : <span role="alert">{error}</span>}
        >
          <Select
            id="give-customer"
            placeholder="输入姓名、账号或公司查找"
            showSearch={{ filterOption: false, onSearch: setText }}
            loading={isFetching}
            notFoundContent={isFetching ? '正在查找…' : '没有找到客户'}
            value={forUserId}
            options={customers?.map((customer) => ({
              value: customer.userId,
              label: customerTitle(customer),
            }))}
            onChange={(value) => {
              setForUserId(value);
              setError(undefined);
            }}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
