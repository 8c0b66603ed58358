import { useInvalidate } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { materials } from '#contract/materials.ts';
import { call, fetchData } from '#providers/http.ts';
import { resultOrUndefined } from '#providers/result.ts';
import { forgetCatalogue } from '../../components/catalogue-queries.ts';
import type { RecordPanelProps } from '../../resource-kit/define-resource.ts';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import styles from '../../resource-kit/resource-kit.module.css';

const nameSchema = materials.copy.body.shape.name;

/** Copies a material with its prices and rules as a draft. */
export function CopyMaterial({ id, onClose }: RecordPanelProps) {
  const [form] = Form.useForm<{ name: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { data: source } = useQuery({
    queryKey: ['material-copy', id],
    queryFn: () => fetchData(materials.one, { params: { id } }),
  });

  async function submit({ name }: { name: string }) {
    setIsBusy(true);
    const result = await resultOrUndefined(call(materials.copy, { params: { id }, body: { name } }));
    setIsBusy(false);
    if (result?.ok) {
      await Promise.all([
        forgetCatalogue(client),
        invalidate({ resource: 'material', invalidates: ['list'] }),
      ]);
      onClose();
      return;
    }
    const problem = result?.errors?.['name'];
    if (problem !== undefined) form.setFields([{ name: 'name', errors: [problem] }]);
  }

  return (
    <RecordDrawer title={source ? `复制 · ${source.name}` : '复制材料'} size={480} onClose={onClose}>
      <Form form={form} layout="vertical" className={styles.form} onFinish={(values) => void submit(values)}>
        <div className={styles.drawerContent}>
          <Form.Item
            name="name"
            label="新材料的名称"
            required
            extra="毛坯、交期、工艺价格和适用规则一并复制；新材料是草稿，核对后再改为在售。"
            rules={[
              {
                validator: (_rule, value: unknown) => {
                  const problem = nameSchema.safeParse(value).error?.issues[0]?.message;
                  return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
                },
              },
            ]}
          >
            <Input placeholder="请输入材料名称" />
          </Form.Item>
        </div>
        <footer className={styles.formFooter}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            复制为草稿
          </Button>
        </footer>
      </Form>
    </RecordDrawer>
  );
}
