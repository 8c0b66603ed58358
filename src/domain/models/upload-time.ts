/** When a model leaves the customer's computer, by the value of the setting `model.uploadTime`. */
export const uploadTimeLabels = { order: '下单时上传', chosen: '选择后立即上传' } as const;

export type UploadTime = keyof typeof uploadTimeLabels;
