import { request, type ClientRequest } from 'node:http';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { BOUNDARY, formType } from '../data/files.ts';

/** An upload that continues until `destroy` aborts it. */
export function beginUpload(address: string, token: string): ClientRequest {
  const sending = request(`${address}${API_BASE}/public/uploadFile`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': formType, 'content-length': '1000000' },
  });
  // Aborted on purpose, by either side.
  sending.on('error', () => undefined);
  sending.write(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and so on`,
  );
  return sending;
}
