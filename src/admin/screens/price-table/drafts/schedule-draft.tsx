import { Form } from 'antd';
import { useState } from 'react';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DateInput } from '../../../field-types/time/date-input.tsx';
import { instantOf } from '../../../field-types/time/shanghai-instant.ts';

interface Props {
  isBusy: boolean;
  /** Receives the time in RFC 3339. */
  onChosen: (publishAt: string) => void;
  onCancel: () => void;
}

/** Asks for the publication time; default: the next midnight. */
export function ScheduleDraft({ isBusy, onChosen, onCancel }: Props) {
  const [form] = Form.useForm<{ publishAt: string }>();
  const [today] = useState(() => dayNumber(new Date()));
  return (
    <Dialog
      title="定时发布"
      okText="设定"
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onCancel}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ publishAt: `${dayText(today + 1)} 00:00` }}
        onFinish={(chosen) => onChosen(instantOf(chosen.publishAt))}
      >
        <Form.Item
          label="发布时间（北京时间）"
          name="publishAt"
          rules={[{ required: true, message: '请选择发布时间' }]}
        >
          <DateInput label="发布时间" showTime earliest={dayText(today)} />
        </Form.Item>
        <p>到时自动发布全部价格。如果其中有价格在此之前又被修改，则一个也不发布，并通知您。</p>
      </Form>
    </Dialog>
  );
}
