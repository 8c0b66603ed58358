/** The address of the part library; with an id it opens a part. */
export const PARTS_PATH = '/admin/parts';
