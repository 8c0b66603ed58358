import { useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#providers/http.ts';
import { CallError, type LooseOptions } from '#providers/result.ts';
import type { Row } from '../kinds/field.ts';
import { textOf } from '../kinds/kinds.ts';
import { fieldOf, type Resource } from './define-resource.ts';

/** The resource's switch for one row: what it is called, and the way to flip it; switching off asks first. */
export function useRowSwitch(resource: Resource, row: Row): { verb: string; flip: () => void } {
  const { modal } = App.useApp();
  const invalidate = useInvalidate();
  const { rowSwitch } = resource;
  if (!rowSwitch) return { verb: '', flip: () => undefined };
  const { field, on, off, endpoint, warning } = rowSwitch;
  const isOn = row[field] === on;
  const verb = isOn ? '停用' : '启用';

  async function send() {
    const body = {
      [resource.id]: row[resource.id],
      [field]: isOn ? off : on,
      version: row['version'],
    };
    const options: LooseOptions = { body };
    try {
      // The endpoint is known at run time only, so its types are not.
      await call<Endpoint>(endpoint, options as Parameters<typeof call<Endpoint>>[1]);
    } catch (error) {
      // The client has told the user.
      if (!(error instanceof CallError)) throw error;
    }
    await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] });
  }

  return {
    verb,
    flip: () => {
      if (!isOn) return void send();
      const name = textOf(fieldOf(resource, resource.title), resource.title, row);
      modal.confirm({
        title: `停用${resource.label}“${name}”？`,
        content: warning,
        okText: '停用',
        okButtonProps: { danger: true },
        cancelText: '取消',
        onOk: send,
      });
    },
  };
}
