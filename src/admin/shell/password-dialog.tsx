import { Modal } from 'antd';
import { PasswordForm } from '../pages/password-form.tsx';

/** Changes the user's password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="修改密码" footer={null} onCancel={onClose}>
      <PasswordForm onChanged={onClose} />
    </Modal>
  );
}
