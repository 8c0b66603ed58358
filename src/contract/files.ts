import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { idParams, ids, idsBody } from './fields.ts';

/** Of one file. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What is taken, by content: a name proves nothing. */
export const FILE_KINDS = 'PDF、PNG、JPEG、DWG、DXF、STEP、STL、ZIP';

const uploadedFile = z.object({
  id: z.number(),
  /** Where it is fetched, with a session: from the site's root, and as a whole address. */
  path: z.string(),
  full_path: z.string(),
  /** As it is shown and saved; not quite what was sent when that could do harm. */
  name: z.string(),
  size: z.number(),
  /** Media type by content. */
  type: z.string(),
  hasThumbnail: z.boolean(),
});
export type UploadedFile = z.output<typeof uploadedFile>;

/** A file of a part of an order. */
export const orderFile = z.object({
  /** Of the part. */
  lineNo: z.number(),
  id: z.number(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  hasThumbnail: z.boolean(),
});
export type OrderFile = z.output<typeof orderFile>;

export const files = {
  /** One file in the field `file` of a form. What it answers stands at the top and in `data`. */
  upload: {
    method: 'POST',
    path: '/public/uploadFile',
    summary: '上传文件',
    permission: 'session',
    upload: 'form',
    maxBytes: MAX_FILE_BYTES,
    envelope: 'flat',
    msg: '上传成功',
    data: z.object({ ...uploadedFile.shape, data: uploadedFile }),
  },
  /** The next quotation's number as a file name; takes no number. */
  nextName: {
    method: 'GET',
    path: '/file/file_name',
    summary: '下一个报价单文件名',
    permission: 'session',
    data: z.string(),
  },
  /** For its owner, and for whoever may see an order that holds it. */
  download: {
    method: 'GET',
    path: '/file/:id',
    summary: '下载文件',
    permission: 'session',
    params: idParams,
    answer: 'stored',
    data: z.null(),
  },
  /** A small picture of an image, drawn by us. */
  thumbnail: {
    method: 'GET',
    path: '/file/:id/thumbnail',
    summary: '文件缩略图',
    permission: 'session',
    params: idParams,
    answer: 'stored',
    data: z.null(),
  },
  /** One's own, as long as no order holds them. */
  remove: {
    method: 'DELETE',
    path: '/file',
    summary: '删除文件',
    permission: 'session',
    body: idsBody,
    data: ids,
  },
} as const satisfies Endpoints;
