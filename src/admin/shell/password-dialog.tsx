import { Dialog } from '../components/dialog.tsx';
import { PasswordForm } from '../pages/password-form.tsx';

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="修改密码" footer={null} onCancel={onClose}>
      <PasswordForm onChanged={onClose} />
    </Dialog>
  );
}
