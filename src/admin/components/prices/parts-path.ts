/** The part library; a part's id may follow. */
export const PARTS_PATH = '/admin/parts';
