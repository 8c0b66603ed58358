import { CopyOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Button, Input, Space, Tooltip } from 'antd';
import { useState } from 'react';
import { notify } from '#providers/notices.ts';
import { generatePassword } from './generate-password.ts';

interface Props {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  placeholder?: string;
}

/** An input for another user's password, which can also be generated. It can be copied, because it is not shown again. */
export function PasswordInput({ id, value = '', onChange, placeholder }: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Space.Compact block>
      <Input.Password
        id={id}
        value={value}
        placeholder={placeholder}
        autoComplete="new-password"
        visibilityToggle={{ visible: isShown, onVisibleChange: setIsShown }}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Tooltip title="生成密码">
        <Button
          icon={<ThunderboltOutlined />}
          aria-label="生成密码"
          onClick={() => {
            setIsShown(true);
            onChange?.(generatePassword());
          }}
        />
      </Tooltip>
      <Tooltip title="复制密码">
        <Button
          icon={<CopyOutlined />}
          aria-label="复制密码"
          disabled={value === ''}
          onClick={() => void copy(value).then(() => setIsShown(true))}
        />
      </Tooltip>
    </Space.Compact>
  );
}

/** Shows a warning over plain HTTP, where browsers provide no clipboard. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ type: 'success', message: '密码已复制' });
  } catch {
    notify({ type: 'warning', message: '浏览器不允许复制，请手动选中密码复制' });
  }
}
