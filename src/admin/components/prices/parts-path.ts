/** The address of the library; an id below it opens a part. */
export const PARTS_PATH = '/admin/parts';
