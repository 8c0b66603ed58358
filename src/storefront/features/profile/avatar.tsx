import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pictures } from '#contract/files/pictures.ts';
import type { Profile } from '#contract/people/profile.ts';
import { loadUser } from '#providers/session/auth.ts';
import { call } from '#providers/http/http.ts';
import { openPicture, PictureError, avatarUri } from '#providers/picture-file.ts';
import { Button } from '#storefront/ui/button.tsx';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import styles from './profile-page.module.css';
import { profileQuery } from './profile-query.ts';

/** Side of the uploaded picture, px; the server scales it down to 256 px. */
const SIDE = 512;
/** The picked file is scaled down to this side before it is cropped, px. */
const WORKING_SIDE = 1600;

/** The user's avatar, cropped to the center square. */
export function Avatar({ user: { avatar, nickName } }: { user: Profile['user'] }) {
  const [error, setError] = useState<string>();
  const queryClient = useQueryClient();

  const show = (image: string) => {
    queryClient.setQueryData<Profile>(
      profileQuery.queryKey,
      (current) => current && { ...current, user: { ...current.user, avatar: image } },
    );
    // Updates the header; if it fails, the change shows on the next visit.
    void loadUser().catch(() => undefined);
  };
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const image = avatarUri(await openPicture(file, WORKING_SIDE), SIDE);
      return call(pictures.saveAvatar, { body: { image } });
    },
    onMutate: () => setError(undefined),
    onSuccess: (result) => {
      if (result.ok) show(result.data.image);
      else setError(result.errors?.['image']);
    },
    onError: (error) => {
      if (error instanceof PictureError) setError(error.message);
    },
  });
  const removal = useMutation({
    mutationFn: () => call(pictures.removeAvatar),
    onSuccess: (result) => {
      if (result.ok) show('');
    },
  });
  return (
    <div className={styles.avatar}>
      {avatar === '' ? (
        <span className={styles.initial} aria-hidden="true">
          {Array.from(nickName)[0]}
        </span>
      ) : (
        <img src={avatar} alt="我的头像" width={72} height={72} />
      )}
      <div>
        <div className={styles.choices}>
          <FileButton
            label={avatar === '' ? '上传头像' : '更换头像'}
            accept="image/png,image/jpeg"
            size="small"
            isBusy={upload.isPending}
            onPick={(file) => upload.mutate(file)}
          />
          {avatar !== '' && (
            <Button size="small" isBusy={removal.isPending} onClick={() => removal.mutate()}>
              移除头像
            </Button>
          )}
        </div>
        <p className={styles.avatarNote} role={error === undefined ? undefined : 'alert'}>
          {error ?? 'PNG 或 JPEG，取中间的正方形'}
        </p>
      </div>
    </div>
  );
}
