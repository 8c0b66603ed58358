import { Button } from 'antd';
import { useState } from 'react';
import { settings } from '#contract/system/settings.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { PictureMaker } from './picture-maker.tsx';
import styles from './settings.module.css';

interface Props {
  id: string;
  configKey: string;
  label: string;
  /** The hash of a stored picture; empty if there is none. */
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** Stores a chosen file at once; saving the form makes it the value of the setting. */
export function PictureInput({ id, configKey, label, value, isDisabled, onChange }: Props) {
  /** The pictures stored since the form was opened, by hash. */
  const [newPictures, setNewPictures] = useState<Readonly<Record<string, string>>>({});
  const [isMaking, setMaking] = useState(false);
  const { data } = useEndpoint(settings.picture, {
    params: { key: configKey },
    quiet: false,
    queryKey: ['settings', 'picture', configKey, value],
    enabled: value !== '' && newPictures[value] === undefined,
  });
  const action = value === '' ? '选择图片' : '更换图片';
  const image = newPictures[value] ?? data?.image ?? '';
  return (
    <div className={styles.picture}>
      <div className={styles.chequered}>
        {value === '' ? '（无）' : image === '' ? null : <img src={image} alt={`${label}的图样`} />}
      </div>
      <div>
        <Button
          id={id}
          aria-label={`${label}：${action}`}
          disabled={isDisabled}
          onClick={() => setMaking(true)}
        >
          {action}
        </Button>
        {value === '' || isDisabled ? null : (
          <Button type="link" onClick={() => onChange('')}>
            移除
          </Button>
        )}
      </div>
      {isMaking ? (
        <PictureMaker
          title={label}
          onCancel={() => setMaking(false)}
          onSaved={(picture) => {
            setNewPictures((before) => ({ ...before, [picture.hash]: picture.image }));
            setMaking(false);
            onChange(picture.hash);
          }}
        />
      ) : null}
    </div>
  );
}
