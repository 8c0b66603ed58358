import { Modal } from 'antd';
import { PasswordForm } from '../pages/password-form.tsx';

/** One's own password, changed at will. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="修改密码" footer={null} onCancel={onClose}>
      <PasswordForm onChanged={onClose} />
    </Modal>
  );
}
