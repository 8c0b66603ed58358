import * as z from 'zod/mini';
import { pick } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, ids, idsBody } from '../kernel/fields.ts';

/** The size limit for one file. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** File types recognised by their content (OBJ and 3MF also by name). Native CAD files are accepted by name. */
export const FILE_KINDS = 'PDF、PNG、JPEG、DWG、DXF、ZIP、STEP、IGES、BREP、STL、OBJ、3MF';
/** Extensions for file dialogs, including those of native CAD files. */
export const FILE_EXTENSIONS =
  '.pdf,.png,.jpg,.jpeg,.dwg,.dxf,.zip,.step,.stp,.iges,.igs,.brep,.brp,.stl,.obj,.3mf,.sldprt,.x_t,.x_b,.ipt,.catpart,.prt,.stpz';

const uploadedFile = z.object({
  id: z.number(),
  /** Download URL, which requires a session. `full_path` includes the origin, `path` does not. */
  path: z.string(),
  full_path: z.string(),
  /** The name to show and save; differs from the uploaded name if that is unsafe. */
  name: z.string(),
  size: z.number(),
  /** Media type detected from the content. */
  type: z.string(),
  hasThumbnail: z.boolean(),
});
export type UploadedFile = z.output<typeof uploadedFile>;

/** A file in lists. */
export const fileFields = pick(uploadedFile.shape, ['id', 'name', 'size', 'type', 'hasThumbnail']);

/** A file attached to a part of an order, with the part's line number. */
export const orderFile = z.object({ lineNo: z.number(), ...fileFields });
export type OrderFile = z.output<typeof orderFile>;

export const files = {
  /** One file in the form field `file`. The response has it at the top level and in `data`. */
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
  /** The next quotation number as a file name; does not reserve the number. */
  nextName: {
    method: 'GET',
    path: '/file/file_name',
    summary: '下一个报价单文件名',
    permission: 'session',
    data: z.string(),
  },
  /** Open to the owner, and to users who may see an order with this file. */
  download: {
    method: 'GET',
    path: '/file/:id',
    summary: '下载文件',
    permission: 'session',
    params: idParams,
    answer: 'stored',
    data: z.null(),
  },
  /** A thumbnail of an image, made by the server. */
  thumbnail: {
    method: 'GET',
    path: '/file/:id/thumbnail',
    summary: '文件缩略图',
    permission: 'session',
    params: idParams,
    answer: 'stored',
    data: z.null(),
  },
  /** Deletes the caller's own files that belong to no order. */
  remove: {
    method: 'DELETE',
    path: '/file',
    summary: '删除文件',
    permission: 'session',
    body: idsBody,
    data: ids,
  },
} as const satisfies Endpoints;
