import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';

/** The size limit for a body with a picture: 400 KB in base64, plus the JSON. */
export const PICTURE_MAX_BYTES = 547_000;

/** A PNG or JPEG as a data URI. The server re-encodes it and never stores the received bytes. */
const picture = z.string({ error: '请选择图片' }).check(
  z.regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, {
    error: '图片只接受 PNG 或 JPEG 格式',
  }),
);
export const pictureBody = z.strictObject({ image: picture });

/** A PNG as a data URI; may be empty. */
export const pictureData = z.object({ image: z.string() });

/** The signed-in user's pictures: a seal for quotations, and an avatar. */
export const pictures = {
  seal: {
    method: 'GET',
    path: '/user/seal',
    summary: '签名印章',
    permission: 'session',
    data: pictureData,
  },
  saveSeal: {
    method: 'PUT',
    path: '/user/seal',
    summary: '保存签名印章',
    permission: 'session',
    msg: '印章已保存',
    body: pictureBody,
    maxBytes: PICTURE_MAX_BYTES,
    data: pictureData,
  },
  removeSeal: {
    method: 'DELETE',
    path: '/user/seal',
    summary: '移除签名印章',
    permission: 'session',
    msg: '印章已移除',
    data: z.null(),
  },
  saveAvatar: {
    method: 'POST',
    path: '/user/avatar',
    summary: '修改头像',
    permission: 'session',
    msg: '头像已更新',
    body: pictureBody,
    formPicture: 'upload[]',
    maxBytes: PICTURE_MAX_BYTES,
    data: pictureData,
  },
  removeAvatar: {
    method: 'DELETE',
    path: '/user/avatar',
    summary: '移除头像',
    permission: 'session',
    msg: '头像已移除',
    data: z.null(),
  },
} as const satisfies Endpoints;
