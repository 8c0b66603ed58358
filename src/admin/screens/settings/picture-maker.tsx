import { Alert, Button, Checkbox, Slider } from 'antd';
import { useRef, useState } from 'react';
import { settings } from '#contract/system/settings.ts';
import { useSealPicture } from '#providers/use-seal-picture.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useBusy } from '../../components/use-busy.ts';
import styles from './settings.module.css';

interface Props {
  title: string;
  onCancel: () => void;
  onSaved: (picture: { hash: string; image: string }) => void;
}

/** Chooses a picture, removes its background and stores it on the server. */
export function PictureMaker({ title, onCancel, onSaved }: Props) {
  const command = useCommand();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState('');
  const { hasPicture, options, error, setError, change, open } = useSealPicture(setImage);
  const { busy, whileBusy } = useBusy<'save'>();

  const save = () =>
    whileBusy('save', async () => {
      const result = await command(settings.uploadPicture, { body: { image } });
      if (result.ok) onSaved(result.data);
      else setError(result.errors?.['image'] ?? result.msg);
    });

  return (
    <Dialog
      title={title}
      onCancel={onCancel}
      okText="使用这张图片"
      okButtonProps={{ disabled: image === '', loading: busy !== undefined }}
      onOk={() => void save()}
    >
      <div className={styles.maker}>
        <Button onClick={() => input.current?.click()}>{hasPicture ? '换一张' : '选择 PNG 或 JPEG'}</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg"
          aria-label={`${title}的图片`}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) void open(file);
          }}
        />
        <div className={styles.chequered}>{image === '' ? '（无）' : <img src={image} alt="预览" />}</div>
        <Checkbox
          checked={options.removesBackground}
          disabled={!hasPicture}
          onChange={({ target }) => change({ removesBackground: target.checked })}
        >
          去除背景
        </Checkbox>
        <Checkbox
          checked={options.isRedOnly}
          disabled={!hasPicture || !options.removesBackground}
          onChange={({ target }) => change({ isRedOnly: target.checked })}
        >
          只保留红色印迹
        </Checkbox>
        <Slider
          min={2}
          max={70}
          value={options.threshold}
          disabled={!hasPicture || !options.removesBackground}
          ariaLabelForHandle="去除强度"
          onChange={(threshold) => change({ threshold })}
        />
        {error === undefined ? null : <Alert type="error" title={error} />}
        <p className={styles.remark}>
          印章图样只是图片，不是 CA 数字签名；可以作为凭据的是报价单上的验证码。
        </p>
      </div>
    </Dialog>
  );
}
